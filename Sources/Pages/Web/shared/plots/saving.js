// What a plot shows, as a file.
import { saveFile } from "/shared/dom.js";

const nameOf = (stream) => stream.title.replaceAll(/[^a-z0-9]+/gi, "-");

/// Seconds, then each axis, then its truth.
export function saveCSV(stream, plot) {
  const { samples, measured, hasTruth } = plot;
  const [from, to] = plot.window;
  const unit = stream.unit ? ` (${stream.unit})` : "";
  const heads = ["time (s)", ...stream.axes.map((axis) => axis + unit), ...(hasTruth ? stream.axes.map((axis) => `true ${axis}${unit}`) : [])];
  const lines = [heads.join(",")];
  for (let back = samples.since(from); back >= 1; back -= 1) {
    const at = samples.at(back);
    if (samples.times[at] < from || samples.times[at] > to) continue;
    const values = samples.lines.slice(0, hasTruth ? 2 * measured : measured).map((line) => (Number.isNaN(line[at]) ? "" : line[at]));
    lines.push([samples.times[at].toFixed(6), ...values].join(","));
  }
  saveFile(`${nameOf(stream)}.csv`, `${lines.join("\n")}\n`, "text/csv");
}

/// The lines, and the numbers beside them, which are no part of dygraphs' canvas.
export async function savePNG(stream, plot) {
  const { node } = plot;
  const ratio = devicePixelRatio;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [node.clientWidth * ratio, (node.clientHeight + 20) * ratio];
  const c = canvas.getContext("2d");
  c.scale(ratio, ratio);
  c.fillStyle = getComputedStyle(node.closest(".card")).backgroundColor;
  c.fillRect(0, 0, node.clientWidth, node.clientHeight + 20);
  c.fillStyle = getComputedStyle(node).color;
  c.font = "12px system-ui, sans-serif";
  c.fillText(`${stream.title}${stream.unit ? ` (${stream.unit})` : ""}`, 6, 14);
  const place = node.getBoundingClientRect();
  for (const part of node.querySelectorAll("canvas")) {
    const own = part.getBoundingClientRect();
    c.drawImage(part, own.left - place.left, own.top - place.top + 20, own.width, own.height);
  }
  c.textBaseline = "top";
  for (const label of node.querySelectorAll(".dygraph-axis-label")) {
    const own = label.getBoundingClientRect();
    c.textAlign = label.classList.contains("dygraph-axis-label-y") ? "right" : "center";
    c.fillText(label.textContent, c.textAlign === "right" ? own.right - place.left : (own.left + own.right) / 2 - place.left, own.top - place.top + 20);
  }
  const bytes = await new Promise((done) => canvas.toBlob(done, "image/png"));
  saveFile(`${nameOf(stream)}.png`, bytes, "image/png");
}
