// The samples of a stream, the oldest of which are forgotten.
export class Samples {
  constructor(channels, capacity) {
    this.channels = channels;
    this.capacity = capacity;
    this.times = new Float64Array(capacity);
    this.lines = Array.from({ length: channels }, () => new Float32Array(capacity));
    this.count = 0;
  }

  /// Takes a block of samples.
  push({ start, step, channels, count, values }) {
    for (let i = 0; i < count; i += 1) {
      const at = this.count % this.capacity;
      this.times[at] = start + i * step;
      for (let line = 0; line < this.channels; line += 1) {
        this.lines[line][at] = line < channels ? values[i * channels + line] : NaN;
      }
      this.count += 1;
    }
  }

  /// Forgets all of them.
  clear() {
    this.count = 0;
  }

  /// The values that came last, one per channel.
  latest() {
    return this.count > 0 ? this.lines.map((line) => line[this.at(1)]) : [];
  }

  /// The values of the sample that is nearest to a time.
  near(time) {
    if (this.count === 0) return [];
    let best = this.at(1);
    for (let back = 1; back <= this.size; back += 1) {
      const at = this.at(back);
      if (Math.abs(this.times[at] - time) <= Math.abs(this.times[best] - time)) best = at;
      else break;
    }
    return this.lines.map((line) => line[best]);
  }

  /// How many are kept.
  get size() {
    return Math.min(this.count, this.capacity);
  }

  /// The place of a sample, counted from the end: 1 is the last one.
  at(back) {
    return (this.count - back) % this.capacity;
  }

  /// How far back the samples of the last seconds reach.
  since(time) {
    let first = this.size;
    while (first > 1 && this.times[this.at(first)] < time) first -= 1;
    return first;
  }
}
