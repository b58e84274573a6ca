// Helpers that create and change elements.

/// The children of an element: nested lists are flattened, and null, undefined and false are left out.
const nodes = (inside) => inside.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== false);

/// Creates an element with properties, event listeners (`onclick`), attributes (everything else) and children.
export function h(tag, properties = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") || name in { value: 0, checked: 0, textContent: 0, className: 0, hidden: 0, disabled: 0, open: 0 }) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...nodes(inside));
  return element;
}

export const byId = (id) => document.getElementById(id);

/// Replaces the children of an element. If one of them had the focus, a new one of the same name gets it.
export function fill(element, ...inside) {
  const { activeElement: focused } = document;
  element.replaceChildren(...nodes(inside));
  if (focused?.isConnected === false) {
    const name = (one) => one.getAttribute("aria-label") ?? (one.labels?.[0] ?? one).textContent;
    const same = [...element.querySelectorAll(focused.tagName)].find((one) => name(one) === name(focused));
    if (name(focused) !== "") same?.focus({ preventScroll: true });
  }
  return element;
}

/// A drop-down list. Options are words or `{ value, text }`.
export function select(options, value, onchange, properties = {}) {
  const entry = (one) => (typeof one === "string" ? { value: one, text: one } : one);
  const made = options.map(entry).map((one) => h("option", { value: one.value, title: one.title }, one.text));
  const element = h("select", { ...properties, onchange: () => onchange(element.value) }, made);
  element.value = value;
  return element;
}

/// A field with its label.
export const labeled = (name, field, className = "field") => h("label", { className }, h("span", {}, name), field);

/// A field for whole numbers from `min` to `max`, and a line with a message if the input is invalid. `use` is called
/// with each valid number. The field may only be empty if `blank` says what that means; `use` then gets an empty
/// string.
export function wholeNumber(value, { min, max, blank, ...properties }, use) {
  const wrong = h("p", { className: "wrong small", role: "status" });
  let used = value;
  const oninput = () => {
    const isBlank = field.value === "" && !field.validity.badInput;
    const number = Number(field.value);
    const fits = isBlank ? blank !== undefined : field.value !== "" && Number.isInteger(number) && number >= min && number <= max;
    field.setAttribute("aria-invalid", String(!fits));
    wrong.textContent = fits ? "" : `Enter a whole number from ${min} to ${max}. Until then, ${used === "" ? blank : used} is used.`.replaceAll("-", "−");
    if (!fits) return;
    used = isBlank ? "" : number;
    use(used);
  };
  const field = h("input", { type: "number", min: String(min), max: String(max), value, oninput, ...properties });
  return { field, wrong };
}

export const button = (text, onclick, properties = {}) => h("button", { type: "button", onclick, ...properties }, text);

// A click at the place of a removal within this time, in milliseconds, belongs to the same double click.
const DOUBLE = 700;
let removed = { at: -Infinity, x: 0, y: 0 };

/// The handler of a button that removes a row. It ignores the second click of a double click, since another row has
/// moved up by then.
export const removal = (remove) => (event) => {
  const { timeStamp: at, clientX: x, clientY: y, detail } = event;
  const isSecond = detail > 0 && at - removed.at < DOUBLE && Math.hypot(x - removed.x, y - removed.y) < 12;
  if (detail > 1 || isSecond) return;
  removed = { at, x, y };
  remove();
};

/// Makes the browser save a text as a file.
export function save(name, text, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/// The files of a dropped entry, as `[path, file]`; for a folder, all files in it.
export async function filesOf(entry) {
  if (entry.isFile) return [[entry.fullPath.slice(1), await new Promise((got, failed) => entry.file(got, failed))]];
  const reader = entry.createReader();
  const inside = [];
  // The reader returns entries in batches; an empty batch is the end.
  for (;;) {
    const some = await new Promise((got, failed) => reader.readEntries(got, failed));
    if (some.length === 0) break;
    inside.push(...some);
  }
  return (await Promise.all(inside.map(filesOf))).flat();
}

/// Debounces `call`: it runs after no call for this many milliseconds.
export function after(milliseconds, call) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...given), milliseconds);
  };
}

/// Asks a question in a dialog with a button for each answer, `[text, value]`. Resolves to the value, or to null for
/// Escape and the button `last`.
export function inquire(question, answers, last, ...inside) {
  return new Promise((answer) => {
    const closed = () => {
      dialog.remove();
      answer(value);
    };
    let value = null;
    const dialog = h("dialog", { "aria-labelledby": "question", onclose: closed });
    const choose = (chosen) => () => {
      value = chosen;
      dialog.close();
    };
    const buttons = answers.map(([text, chosen], place) => button(text, choose(chosen), { className: place === 0 ? "primary" : "" }));
    fill(dialog, h("p", { id: "question" }, question), ...inside, h("div", { className: "buttons" }, buttons, button(last, choose(null))));
    document.body.append(dialog);
    dialog.showModal();
  });
}
