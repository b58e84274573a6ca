// Saves fights, parties, foes, rules, dice and files under names, in this browser or in one file.

import { button, fill, h, labeled, removal, save } from "./dom.js";
import { title } from "./fights.js";
import { parsed } from "./kept.js";
import { PARTS } from "./links.js";
import { beginning, merged } from "./state.js";
import { free, isTable } from "./toml.js";

const SAVED = "fudgelab.saved";

// Types of saved items: the tab, the name, and the parts of the page's state that an item contains.
const KINDS = {
  fight: { tab: "fight", name: "fight", holds: PARTS.fight },
  party: { tab: "fight", name: "party", holds: ["party"] },
  foes: { tab: "fight", name: "foes", holds: ["foes"] },
  dice: { tab: "dice", name: "dice", holds: PARTS.dice },
  design: { tab: "design", name: "rules", holds: PARTS.design },
  file: { tab: "file", name: "file", holds: PARTS.file },
};

const heldBy = (kind, state) => JSON.parse(JSON.stringify(Object.fromEntries(KINDS[kind].holds.map((name) => [name, state[name]]))));
const isSaved = (one) => isTable(one) && typeof one.name === "string" && one.kind in KINDS && isTable(one.state);

/// All saved items, sorted by name.
export function allSaved() {
  try {
    const all = parsed(localStorage.getItem(SAVED));
    return Array.isArray(all) ? all.filter(isSaved).sort((one, other) => one.name.localeCompare(other.name, "en")) : [];
  } catch {
    return [];
  }
}

/// Changes the saved items. `change` gets the items that are in storage now, so that items saved by other tabs are
/// kept. Returns false if nothing can be stored.
function changeSaved(change) {
  try {
    localStorage.setItem(SAVED, JSON.stringify(change(allSaved())));
    return true;
  } catch {
    return false;
  }
}

const sameAs = (own) => (other) => other.name === own.name && other.kind === own.kind;

/// Opens a window with all saved items.
export function savedWindow(page) {
  const { state } = page;
  const list = h("ul", { className: "saved", "aria-label": "Saved" });
  const note = h("p", { role: "status", className: "soft" });
  const kinds = Object.keys(KINDS).filter((kind) => KINDS[kind].tab === state.tab);
  const name = h("input", { value: suggested(), maxlength: "60", autocomplete: "off" });

  function suggested() {
    if (state.tab === "file") return state.file.name.replace(/\.toml$/, "");
    if (state.tab === "dice") return state.dice.dice;
    if (state.tab !== "fight") return "";
    return state.kind === "fight" ? title(state.foes) : "A day of adventure";
  }

  const tell = (kept, words) => {
    note.textContent = kept ? words : "The browser does not let this page store this item. “Copy link” keeps the current tab instead.";
    draw();
  };
  const keepAs = (kind) => () => {
    const one = { name: name.value.trim() || KINDS[kind].name, kind, state: heldBy(kind, state) };
    const isThere = allSaved().some(sameAs(one));
    const kept = changeSaved((all) => [...all.filter((other) => !sameAs(one)(other)), one]);
    tell(kept, `${one.name} saved${isThere ? ", replacing the one with this name" : ""}.`);
  };

  function row(one) {
    const { name: called, kind, state: inside } = one;
    const open = () => {
      dialog.close();
      page.use(merged(heldBy(kind, beginning()), inside), KINDS[kind].tab);
      page.say(`${called} opened.`, button("Undo", page.undo));
    };
    const copy = () => {
      const other = { ...one, name: free(called, allSaved().filter((two) => two.kind === kind).map((two) => two.name)) };
      tell(changeSaved((all) => [...all, other]), `${other.name} saved.`);
    };
    const remove = removal(() => {
      const kept = changeSaved((all) => all.filter((other) => !sameAs(one)(other)));
      tell(kept, `${called} removed. `);
      note.append(button("Undo", () => tell(changeSaved((all) => [...all, one]), `${called} is back.`)));
    });
    return h(
      "li",
      {},
      h("span", { className: "called" }, h("strong", {}, called), h("span", { className: "soft" }, ` ${KINDS[kind].name}`)),
      button("Open", open, { "aria-label": `Open ${called}` }),
      button("Duplicate", copy, { "aria-label": `Duplicate ${called}` }),
      button("×", remove, { className: "icon", "aria-label": `Remove ${called}`, title: "Remove" }),
    );
  }

  const draw = () => {
    const all = allSaved();
    fill(list, all.map(row));
    none.hidden = all.length > 0;
    everything.disabled = all.length === 0;
  };

  async function imported([file]) {
    const given = parsed(await file.text());
    const found = Array.isArray(given?.saved) ? given.saved.filter(isSaved) : [];
    if (found.length === 0) return tell(true, `${file.name} contains no saved items.`);
    // Two different items with the same name are both kept.
    const put = (all) => {
      for (const one of found) {
        const same = all.find(sameAs(one));
        if (same && JSON.stringify(same.state) === JSON.stringify(one.state)) continue;
        const taken = all.filter(({ kind }) => kind === one.kind).map((other) => other.name);
        all.push({ ...one, name: free(one.name, taken) });
      }
      return all;
    };
    tell(changeSaved(put), `${found.length === 1 ? "1 item" : `${found.length} items`} read from ${file.name}.`);
  }

  /// Pages of other tabs, which may have been closed.
  const earlier = page.others.map(({ at, guest, state: other }) => {
    const whole = merged(beginning(), other);
    const { party, foes, tab, file } = whole;
    const words = { fight: `${party.map((one) => one.name).join(", ")} against ${title(foes)}`, dice: "Dice", design: "House rules", file: file.name }[tab];
    const open = () => {
      dialog.close();
      page.use(whole, tab);
      page.say("Opened.", button("Undo", page.undo));
    };
    const when = new Date(at).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
    return h("li", {}, h("span", { className: "called" }, h("strong", {}, words), h("span", { className: "soft" }, ` ${when}${guest ? ", from a link" : ""}`)), button("Open", open, { "aria-label": `Open ${words}` }));
  });
  const none = h("p", { className: "soft" }, "Nothing is saved yet.");
  const everything = button("Save all as a file", () => save("saved.fudgelab.json", JSON.stringify({ saved: allSaved() }), "application/json"));
  const chosen = h("input", { type: "file", accept: ".json", className: "hidden", id: "imported", tabindex: "-1", "aria-label": "A file of saved items", onchange: ({ target }) => imported(target.files) });
  const dialog = h(
    "dialog",
    { "aria-labelledby": "saved-title", className: "library", onclose: () => dialog.remove() },
    h("h2", { id: "saved-title" }, "Saved"),
    h("div", { className: "line" }, labeled("Name", name), kinds.map((kind) => button(`Save ${KINDS[kind].name}`, keepAs(kind), { className: kind === kinds[0] ? "primary" : "" }))),
    note,
    none,
    list,
    earlier.length > 0 ? h("details", {}, h("summary", {}, "Pages of other tabs"), h("ul", { className: "saved", "aria-label": "Pages of other tabs" }, earlier)) : null,
    h("div", { className: "buttons" }, everything, button("Read a file…", () => chosen.click()), chosen, button("Close", () => dialog.close())),
  );
  draw();
  document.body.append(dialog);
  dialog.showModal();
}
