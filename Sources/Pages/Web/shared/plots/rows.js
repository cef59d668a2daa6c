// Samples as rows of a plot: a time, then a number for each line.

/// What is drawn of an instrument between two times. Where more samples than pixels are, each pixel has the least and the greatest, so
/// that no peak is left out; where samples are missing is a gap.
export function rows({ samples, ghost, measured, hasTruth }, from, to, width) {
  const lines = [...(hasTruth ? samples.lines.slice(measured, 2 * measured) : []), ...samples.lines.slice(0, measured)];
  const own = part(samples, lines, from, to, width);
  if (!ghost || ghost.count === 0) return own;
  const other = part(ghost, ghost.lines.slice(0, measured), from, to, width);
  const blank = Array(measured).fill(null);
  const none = lines.map(() => null);
  return merged(
    own.map((row) => [...row, ...blank]), other.map(([time, ...values]) => [time, ...none, ...values]), 1 + lines.length);
}

/// A time before that of the window is drawn, too, so that lines begin at its edge.
function part(samples, lines, from, to, width) {
  const found = [];
  let back = Math.min(samples.size, samples.since(from) + 1);
  const isDense = back > 2 * Math.max(width, 50);
  const step = (to - from) / Math.max(width, 50);
  let [former, pause] = [NaN, Infinity];
  let column = null;
  const finish = () => {
    if (!column) return;
    found.push([column.first, ...column.least]);
    if (column.count > 1) found.push([column.last, ...column.greatest]);
    column = null;
  };
  for (; back >= 1; back -= 1) {
    const at = samples.at(back);
    const time = samples.times[at];
    if (time > to + step) break;
    if (time - former > Math.max(3 * pause, 0.05)) {
      finish();
      found.push([(time + former) / 2, ...lines.map(() => NaN)]);
    }
    if (time > former) pause = time - former;
    former = time;
    const values = lines.map((line) => line[at]);
    if (!isDense) {
      found.push([time, ...values]);
      continue;
    }
    const place = Math.floor((time - from) / step);
    if (column?.place !== place) {
      finish();
      column = { place, first: time, last: time, least: values, greatest: [...values], count: 0 };
    }
    column.count += 1;
    column.last = time;
    values.forEach((value, line) => {
      if (value < column.least[line]) column.least[line] = value;
      if (value > column.greatest[line]) column.greatest[line] = value;
    });
  }
  finish();
  return found;
}

/// Rows of both in the order of time. A line goes on over rows that have nothing of it (null), but not over a gap (NaN).
function merged(own, other, columns) {
  const all = [];
  let [i, j] = [0, 0];
  while (i < own.length || j < other.length) {
    const isBoth = i < own.length && j < other.length && own[i][0] === other[j][0];
    if (isBoth) {
      all.push([...own[i].slice(0, columns), ...other[j].slice(columns)]);
      i += 1;
      j += 1;
    } else if (j >= other.length || (i < own.length && own[i][0] < other[j][0])) {
      all.push(own[i]);
      i += 1;
    } else {
      all.push(other[j]);
      j += 1;
    }
  }
  return all;
}
