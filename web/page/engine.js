// Sends questions to the library, which runs in a worker.

/// Decodes bytes that the page contains as characters of seven bits each.
function held(id) {
  const letters = document.getElementById(id).textContent;
  const bytes = new Uint8Array(Math.floor((letters.length * 7) / 8));
  let bits = 0;
  let count = 0;
  let at = 0;
  for (let place = 0; place < letters.length; place += 1) {
    bits = ((bits & 255) << 7) | (letters.charCodeAt(place) & 127);
    count += 7;
    if (count < 8) continue;
    count -= 8;
    bytes[at++] = bits >> count;
  }
  return bytes;
}

function newWorker() {
  const address = URL.createObjectURL(new Blob([document.getElementById("worker").textContent], { type: "text/javascript" }));
  const worker = new Worker(address);
  return { worker, free: () => URL.revokeObjectURL(address) };
}

/// Compiles the library, once for all workers.
export function compiled() {
  const { worker, free } = newWorker();
  const [packed, unpack] = [held("wasm"), held("unpack")];
  return new Promise((made, failed) => {
    worker.onmessage = ({ data: { module, problem } }) => {
      free();
      worker.terminate();
      if (module) made(module);
      else failed(new Error(problem));
    };
    worker.onerror = (event) => failed(new Error(event.message));
    worker.postMessage({ packed, unpack }, [packed.buffer, unpack.buffer]);
  });
}

// If a worker is still busy with a replaced question after this time, in milliseconds, it is restarted.
const PATIENCE = 400;

const CRASHED = "fudgelab crashed on this question. That is a bug in the program; the rest of the page still works.";

/// A worker, which is replaced by a new one if it has to be ended.
export class Engine {
  constructor(module) {
    this.module = module;
    this.asked = new Map();
    this.count = 0;
    this.onprogress = () => {};
    this.start();
  }

  start() {
    const { worker, free } = newWorker();
    worker.onmessage = ({ data }) => {
      free();
      if (this.worker === worker) this.heard(data);
    };
    worker.onerror = (event) => this.worker === worker && this.failed(event);
    worker.postMessage({ module: this.module });
    this.worker = worker;
    this.panic = null;
    this.begun = null;
  }

  heard({ id, answer, last, begun, progress, panicked }) {
    if (panicked) this.panic = panicked;
    else if (begun !== undefined) this.begun = begun;
    else if (progress !== undefined) this.onprogress(progress);
    else if (id !== undefined) {
      const question = [...this.asked.values()].find((one) => one.id === id);
      if (!question) return;
      if (last) this.asked.delete(question.name);
      question.answered(answer, last);
    }
  }

  /// Answers the question that crashed the worker with an error, and asks the others again.
  failed(event) {
    event.preventDefault();
    console.info(`fudgelab: ${this.panic ?? event.message}`);
    const broken = [...this.asked.values()].find((one) => one.id === this.begun);
    this.restart(broken);
    broken?.answered({ errors: [{ message: CRASHED }] }, true);
  }

  /// Ends the worker, and asks all questions except `dropped` again.
  restart(dropped) {
    this.worker.terminate();
    if (dropped) this.asked.delete(dropped.name);
    this.start();
    this.asked.forEach(({ message }) => this.worker.postMessage(message));
  }

  drop(name) {
    const known = this.asked.get(name);
    if (!known) return;
    this.asked.delete(name);
    if (known.id === this.begun) this.restart();
    else this.worker.postMessage({ name, drop: true });
  }

  /// Asks a question, which replaces an earlier one with the same name. `answered(answer, isLast)` may be called
  /// several times.
  ask(name, question, answered) {
    const id = ++this.count;
    const before = this.asked.get(name);
    const message = { id, name, ...question };
    this.asked.set(name, { id, name, message, answered });
    this.worker.postMessage(message);
    if (!before) return;
    const { worker } = this;
    setTimeout(() => {
      const isStuck = this.worker === worker && this.begun === before.id && this.asked.get(name)?.id === id;
      if (isStuck) this.restart();
    }, PATIENCE);
  }

  /// Asks a question with one answer. If it has a weight, it waits for others, as in `glance`.
  once(name, request, weight = 0) {
    return new Promise((resolve) => this.ask(name, { request, weight }, (answer) => resolve(answer)));
  }

  /// Asks for the figures of a scenario: exact ones, or simulated in rounds until the half-width of the first chance is
  /// at most `reach`. Of two waiting questions, the one with the lower `weight` gets more trials.
  glance(name, toml, reach, weight, answered) {
    this.ask(name, { toml, reach, weight }, answered);
  }
}
