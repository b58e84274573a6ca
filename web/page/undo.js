// The history of changes, for Undo.

// Maximum number of changes remembered.
const MOST_CHANGES = 40;
// Typing in one field is one change, unless there is a pause of this length, in milliseconds.
const PAUSE = 2000;

const textOf = ({ tab: _, ...state }) => JSON.stringify(state);

export class Changes {
  constructor(state) {
    this.past = [];
    this.last = textOf(state);
    this.field = null;
    this.at = 0;
  }

  /// Records the state after a change. `field` is the field that the visitor typed in, or null for any other change.
  note(state, field) {
    const now = textOf(state);
    if (now === this.last) return;
    const goesOn = field !== null && field === this.field && performance.now() - this.at < PAUSE;
    if (!goesOn) this.past.push({ tab: state.tab, text: this.last });
    if (this.past.length > MOST_CHANGES) this.past.shift();
    this.last = now;
    this.field = field;
    this.at = performance.now();
  }

  get isEmpty() {
    return this.past.length === 0;
  }

  /// Undoes the last change. Returns the state before it, on the tab where it was made.
  undo() {
    const { tab, text } = this.past.pop();
    this.last = text;
    this.field = null;
    return { tab, ...JSON.parse(text) };
  }
}
