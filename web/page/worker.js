// The worker runs the library and answers the page's questions one at a time.
//
// Some questions are answered in rounds, with more trials in each. Messages are read between rounds, so that a new
// question can replace an old one with the same name. If a single step takes too long, the page ends the worker and
// starts another one.

let exports = null;

const WASM_IMPORTS = {
  page: {
    now: () => performance.now(),
    progress: (share) => postMessage({ progress: share }),
    panicked: (start, length) => postMessage({ panicked: textAt(start, length) }),
  },
};

const textAt = (start, length) => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, start, length));

/// The library's answer to a request: `{ ok }` or `{ errors }`.
function asked(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const room = exports.room(bytes.length);
  new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
  const length = exports.ask();
  return JSON.parse(textAt(exports.answer(), length));
}

// Time limits in milliseconds: for an exact answer, and for a round.
const EXACT_TIME = 50;
const ROUND_TIME = 700;
const FIRST_TRIALS = 128;
// Fewer trials are not precise enough, however long they take.
const LEAST_TRIALS = 1024;
const MOST_TRIALS = 65536;
// Only questions with intervals as narrow as this have a verdict on the difficulty.
const FINE = 0.005;

const waiting = [];

/// The imports of the library: three functions of this page, and stubs for functions that crates import but never call
/// here.
function imports(module) {
  const none = {};
  for (const { module: of, name } of WebAssembly.Module.imports(module)) (none[of] ??= {})[name] = () => 0;
  return { ...none, ...WASM_IMPORTS };
}

/// Unpacks and compiles the library. It is packed with LZMA2; the module that unpacks it is packed with gzip, which
/// browsers support.
async function compiledHere({ packed, unpack }) {
  const stream = new Blob([unpack]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { instance } = await WebAssembly.instantiate(await new Response(stream).arrayBuffer());
  const { memory, room, unpack: unpackThere, unpacked } = instance.exports;
  const at = room(packed.length);
  new Uint8Array(memory.buffer, at, packed.length).set(packed);
  const length = unpackThere();
  return WebAssembly.compile(new Uint8Array(memory.buffer, unpacked(), length));
}

onmessage = ({ data }) => {
  if (data.packed) {
    compiledHere(data).then((module) => postMessage({ module }), ({ message }) => postMessage({ problem: message }));
    return;
  }
  if (data.module) {
    exports = new WebAssembly.Instance(data.module, imports(data.module)).exports;
    exports.start();
    return;
  }
  const same = waiting.findIndex((one) => one.name === data.name);
  if (same >= 0) waiting.splice(same, 1);
  if (data.drop) return;
  waiting.push({ ...data, trials: 0 });
  next();
};

let isDue = false;

/// Works on the question with the lowest rank, then lets the worker read messages.
function next() {
  if (isDue || waiting.length === 0) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    if (waiting.length === 0) return;
    const question = waiting.reduce((first, one) => (rank(one) < rank(first) ? one : first));
    postMessage({ begun: question.id });
    const isOver = question.reach ? round(question) : once(question);
    if (isOver) waiting.splice(waiting.indexOf(question), 1);
    next();
  });
}

/// Quick questions have no weight and go first. Others follow by weight times trials; an exact attempt counts as the
/// first trials.
const rank = ({ weight = 0, trials }) => weight * Math.max(trials, FIRST_TRIALS);

function once(question) {
  postMessage({ id: question.id, answer: asked(question.request), last: true });
  return true;
}

/// Runs one round of a question. Returns true if it was the last.
function round(question) {
  const { id, toml, reach } = question;
  const began = performance.now();
  if (question.trials === 0) {
    const answer = asked({ ask: "glance", toml, trials: null, milliseconds: EXACT_TIME });
    if (answer.errors || answer.ok) {
      postMessage({ id, answer, last: true });
      return true;
    }
    question.trials = FIRST_TRIALS;
    return false;
  }
  const { trials } = question;
  const answer = asked({ ask: "glance", toml, trials, milliseconds: 0 });
  const rate = (performance.now() - began) / trials;
  // A verdict between two words is worth more time.
  const more = answer.ok && reach <= FINE && isBetween(answer.ok) ? 4 : 1;
  const isEnough = trials >= more * MOST_TRIALS || (trials >= LEAST_TRIALS && rate * trials * 2 > more * ROUND_TIME);
  const last = !answer.ok || (isGood(answer.ok, reach) && more === 1) || isEnough;
  postMessage({ id, answer, last });
  const most = 2 ** Math.floor(Math.log2((more * ROUND_TIME) / rate));
  question.trials = Math.min(4 * trials, Math.max(2 * trials, most), more * MOST_TRIALS);
  return last;
}

/// Whether the figures still allow two words for the difficulty.
const isBetween = (answer) => answer.cells.some(({ words }) => words && words[0] !== words[1]);

/// Whether the first chance of every case is precise enough.
const isGood = (answer, reach) => answer.cells.every(({ chances: [first] }) => !first || first.high - first.low <= 2 * reach);
