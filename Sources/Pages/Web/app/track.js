// The samples of a session, fetched from the program part by part.
import { Samples } from "/shared/samples.js";
import { run } from "/tools.js";

/// All samples of a session that is opened; null if it is not open any more, or the program does not answer.
export async function fetchTrack(id, width, count) {
  const samples = new Samples(width, Math.max(1, count));
  while (samples.count < count) {
    const part = await run("sessionPart", { id, from: samples.count });
    if (!part?.count) return null;
    const { buffer } = Uint8Array.from(atob(part.data), (letter) => letter.charCodeAt(0));
    const times = new Float64Array(buffer, 0, part.count);
    const values = new Float32Array(buffer, 8 * part.count);
    for (let place = 0; place < part.count; place += 1) {
      samples.push({
        start: times[place], step: 0, channels: width, count: 1, values: values.subarray(place * width, (place + 1) * width),
      });
    }
  }
  return samples;
}

/// Places a track so many seconds later.
export function move(samples, seconds) {
  for (let at = 0; at < samples.size; at += 1) samples.times[at] += seconds;
}

/// The values at a time, between samples in a straight line; null before the first and after the last. The search begins at
/// `hint.at` and leaves its place there, so that a walk through all times is quick.
export function valuesAt(samples, time, hint = { at: 0 }) {
  const { times, size } = samples;
  if (size === 0 || time < times[0] || time > times[size - 1]) return null;
  let at = times[hint.at] <= time ? hint.at : 0;
  while (at < size - 1 && times[at + 1] <= time) at += 1;
  hint.at = at;
  if (at === size - 1) return samples.lines.map((line) => line[at]);
  const share = (time - times[at]) / (times[at + 1] - times[at]);
  return samples.lines.map((line) => line[at] + share * (line[at + 1] - line[at]));
}
