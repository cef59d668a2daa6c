// How far two sessions are apart while both run.
import { apart } from "/attitude.js";
import { valuesAt } from "/track.js";

/// For each axis the mean, the root of the mean square and the largest of the differences; with attitudes also the angle between
/// them. Null if they have no time in common.
export function differences(own, other, attitudeOf) {
  const sums = own.lines.map(() => ({ sum: 0, squares: 0, most: 0 }));
  const angle = { squares: 0, most: 0 };
  const hint = { at: 0 };
  let [count, from, to] = [0, Infinity, -Infinity];
  for (let at = 0; at < own.size; at += 1) {
    const time = own.times[at];
    const values = valuesAt(other, time, hint);
    if (!values || values.some((value) => !Number.isFinite(value))) continue;
    count += 1;
    [from, to] = [Math.min(from, time), Math.max(to, time)];
    own.lines.forEach((line, axis) => {
      const difference = line[at] - values[axis];
      const entry = sums[axis];
      entry.sum += difference;
      entry.squares += difference ** 2;
      entry.most = Math.max(entry.most, Math.abs(difference));
    });
    const [one, two] = attitudeOf ? [attitudeOf(own.lines.map((line) => line[at])), attitudeOf(values)] : [];
    if (one && two) {
      const degrees = apart(one, two);
      angle.squares += degrees ** 2;
      angle.most = Math.max(angle.most, degrees);
    }
  }
  if (count === 0) return null;
  return {
    seconds: to - from,
    axes: sums.map(({ sum, squares, most }) => ({ mean: sum / count, rms: Math.sqrt(squares / count), most })),
    angle: attitudeOf ? { rms: Math.sqrt(angle.squares / count), most: angle.most } : null,
  };
}
