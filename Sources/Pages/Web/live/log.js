// How full the log is, and where its pages are.
import { attribute, byId, el, fixed, text } from "/shared/dom.js";
import { colours, onTheme } from "/shared/theme.js";

export class Log {
  constructor() {
    this.rows = new Map();
    this.drawn = "";
    onTheme(() => {
      this.drawn = "";
    });
    this.canvas = byId("log-pages");
    new ResizeObserver(() => {
      this.drawn = "";
    }).observe(this.canvas);
  }

  put(name, value) {
    let row = this.rows.get(name);
    if (!row) {
      row = el("dd");
      byId("log-values").append(el("dt", {}, name), row);
      this.rows.set(name, row);
    }
    text(row, value);
  }

  show(state, board) {
    const log = board?.log;
    const percent = (log?.fill ?? 0) * 100;
    byId("log-bar").style.transform = `scaleX(${Math.min(1, log?.fill ?? 0)})`;
    attribute(byId("log-meter"), "aria-valuenow", fixed(percent, 1));
    attribute(byId("log-meter"), "aria-valuetext", `${fixed(percent, 1)} % full`);
    const words = !log ? "this device has no log"
      : log.full ? "full" : log.recording ? "recording" : log.enabled ? "enabled" : "not recording";
    this.put("State", words);
    this.put("Entries", log ? `${log.entries}, ${fixed(percent, 2)} % of the flash` : "–");
    const lost = log ? [log.refused ? `${log.refused} refused` : "", log.recycled ? `${log.recycled} overwritten` : ""].filter(Boolean).join(", ") : "";
    this.put("Loggers", log ? `${loggers(log) || "none"}${lost ? `; ${lost}` : ""}` : "–");
    this.log = log;
  }

  draw() {
    const { log, canvas } = this;
    const pages = log?.pages ?? 0;
    const used = log?.used ?? 0;
    const key = `${pages} ${used} ${log?.full} ${canvas.clientWidth}`;
    if (key === this.drawn || canvas.clientWidth === 0) return;
    this.drawn = key;
    const ratio = devicePixelRatio;
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    canvas.width = width;
    canvas.height = height;
    const c = canvas.getContext("2d");
    const [full, empty] = colours("--accent", "--edge");
    attribute(canvas, "aria-label", `${used} of ${pages} pages of the flash are in use`);
    if (pages === 0) return;
    // Cells as large as fit; where pages are too many for a cell each, a cell stands for several.
    const rows = 6;
    const columns = Math.min(Math.ceil(pages / rows), Math.floor(width / (5 * ratio)));
    const cells = rows * columns;
    const perCell = pages / cells;
    const [w, h] = [width / columns, height / rows];
    for (let cell = 0; cell < cells; cell += 1) {
      c.fillStyle = cell * perCell < used ? full : empty;
      c.fillRect(Math.floor(cell / rows) * w, (cell % rows) * h, Math.max(1, w - ratio), Math.max(1, h - ratio));
    }
  }
}

/// The signals that are logged, each with the number of its loggers if it has several.
function loggers(log) {
  const counts = new Map();
  for (const { source } of Object.values(log.loggers ?? {})) counts.set(source, (counts.get(source) ?? 0) + 1);
  return [...counts].map(([source, count]) => (count > 1 ? `${source} × ${count}` : source)).join(", ");
}
