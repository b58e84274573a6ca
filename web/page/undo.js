// Changes of the page, to be undone.

// More changes are not remembered.
const MOST_CHANGES = 40;
// Letters typed into one field are one change, unless there is a pause of this length, in milliseconds.
const PAUSE = 2000;

const textOf = ({ tab: _, ...state }) => JSON.stringify(state);

export class Changes {
  constructor(state) {
    this.past = [];
    this.last = textOf(state);
    this.field = null;
    this.at = 0;
  }

  /// Notes the state after a change; `field` is where it was typed, none for anything but typing.
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

  /// The state before the last change, on the tab where that was made.
  undo() {
    const { tab, text } = this.past.pop();
    this.last = text;
    this.field = null;
    return { tab, ...JSON.parse(text) };
  }
}
