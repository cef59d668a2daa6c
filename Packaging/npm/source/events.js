/** An object with events, which also calls its `on…` property. */
export class Target extends EventTarget {
  fire(type) {
    const event = new Event(type);
    this.dispatchEvent(event);
    this[`on${type}`]?.(event);
  }
}
