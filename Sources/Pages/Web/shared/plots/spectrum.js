// The spectrum of the samples of a window: a Hann window, then a fast Fourier transform.

/// Amplitudes of each line by frequency: rows of `[hertz, …]`; none if there are too few samples.
export function spectrum(samples, measured, from, to) {
  const times = [];
  const lines = Array.from({ length: measured }, () => []);
  for (let back = samples.since(from); back >= 1; back -= 1) {
    const at = samples.at(back);
    if (samples.times[at] > to) break;
    times.push(samples.times[at]);
    for (let line = 0; line < measured; line += 1) lines[line].push(samples.lines[line][at]);
  }
  let size = 1;
  while (size * 2 <= times.length) size *= 2;
  if (size < 16) return [];
  // The last ones; a power of two.
  const begin = times.length - size;
  const rate = (size - 1) / (times[times.length - 1] - times[begin]);
  const found = lines.map((values) => amplitudes(values.slice(begin)));
  return Array.from({ length: size / 2 }, (_, bin) => [(bin * rate) / size, ...found.map((line) => line[bin])]);
}

function amplitudes(values) {
  const size = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / size;
  const real = values.map((value, at) => (value - mean) * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / (size - 1))));
  const imaginary = new Array(size).fill(0);
  transform(real, imaginary);
  // A Hann window halves what a sine has.
  return real.slice(0, size / 2).map((part, bin) => (4 / size) * Math.hypot(part, imaginary[bin]));
}

/// In place; the size is a power of two.
function transform(real, imaginary) {
  const size = real.length;
  for (let i = 1, j = 0; i < size; i += 1) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [real[i], real[j]] = [real[j], real[i]];
      [imaginary[i], imaginary[j]] = [imaginary[j], imaginary[i]];
    }
  }
  for (let length = 2; length <= size; length *= 2) {
    const angle = (-2 * Math.PI) / length;
    for (let start = 0; start < size; start += length) {
      for (let k = 0; k < length / 2; k += 1) {
        const [cosine, sine] = [Math.cos(angle * k), Math.sin(angle * k)];
        const [one, two] = [start + k, start + k + length / 2];
        const [a, b] = [real[two] * cosine - imaginary[two] * sine, real[two] * sine + imaginary[two] * cosine];
        [real[two], imaginary[two]] = [real[one] - a, imaginary[one] - b];
        [real[one], imaginary[one]] = [real[one] + a, imaginary[one] + b];
      }
    }
  }
}
