// What the plots are drawn with, which is loaded after the page has its first picture.

/// The modules that draw and save plots, with dygraphs.
export async function loadPlots() {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  await new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = "/dygraphs/dygraph.min.js";
    script.onload = done;
    script.onerror = () => failed(new Error("dygraphs is missing"));
    document.head.append(script);
  });
  const [{ Instrument }, { Spectrum }, saving] = await Promise.all([
    import("./instrument.js"), import("./spectrumplot.js"), import("./saving.js")]);
  return { Instrument, Spectrum, ...saving };
}

/// As short as it can be read.
export function short(value) {
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size >= 1e5 || size < 1e-3) return value.toExponential(1);
  return String(Number(value.toPrecision(4)));
}
