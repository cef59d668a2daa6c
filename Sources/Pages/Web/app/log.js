// The board's own log: start, stop, download.
import { el, text } from "/shared/dom.js";
import { button, disable, duration, grouped, keyed, moment, rate, run, show } from "/tools.js";

const statuses = { running: "being logged", stopped: "waits to be downloaded", failed: "lost by the board" };

export class Log {
  constructor() {
    this.phase = el("strong", { id: "log-phase" });
    this.elapsed = el("span", { class: "number", id: "log-elapsed" });
    this.start = button("Start logging", "startLog", {}, { class: "main" });
    this.stop = button("Stop logging", "stopLog");
    this.download = button("Download", "download", {}, { class: "main" });
    this.about = el("p", { class: "muted" },
      "The board logs by itself what is chosen on the screen ", el("a", { href: "#/sensors" }, "Sensors"),
      ", also while no app is connected.");
    this.sensors = el("ul", { class: "plain" });
    this.progressWords = el("p", { role: "status", id: "download-words" });
    this.progress = el("progress", { max: 1, "aria-label": "Download" });
    this.progressCard = el("div", { class: "card" }, el("h2", {}, "Download"), this.progressWords, this.progress,
      el("div", { class: "row" }, button("Cancel the download", "cancelDownload")));
    this.orphanWords = el("p");
    this.orphans = el("div", { class: "card" }, el("h2", {}, "A log of another app"), this.orphanWords,
      el("div", { class: "row" },
        button("Download", "orphans", { answer: "download" }, { class: "main" }),
        button("Discard", "orphans", { answer: "discard" }, { class: "danger" })));
    this.node = el("div", { class: "screen" },
      el("div", { class: "card" },
        el("div", { class: "spread" }, el("span", { class: "row" }, this.phase, this.elapsed),
          el("span", { class: "row" }, this.start, this.stop, this.download)),
        this.about, this.sensors),
      this.orphans, this.progressCard);
  }

  update({ board, busy }) {
    if (!board) return;
    const { log } = board;
    const hasLog = log.sensors.length > 0;
    text(this.phase, !log.isPresent ? "This board has no log"
      : log.isRunning ? "Logging" : hasLog ? "A log waits to be downloaded" : "Nothing is logged");
    text(this.elapsed, log.isRunning ? `${duration((Date.now() - log.start) / 1000)} since ${moment(log.start)}` : "");
    const isBusy = busy.includes("logging") || busy.includes("downloading");
    show(this.start, log.isPresent && !hasLog);
    disable(this.start, isBusy || log.orphans !== undefined || !board.sensors.some((sensor) => sensor.isChosen));
    show(this.stop, log.isRunning);
    disable(this.stop, isBusy);
    show(this.download, hasLog);
    disable(this.download, isBusy);
    keyed(this.sensors, log.sensors, ({ title }) => title, () => el("li"),
      (item, sensor) => text(item, `${sensor.title}, ${rate(sensor.rate)}: ${statuses[sensor.status]}`));
    show(this.orphans, log.orphans !== undefined && !log.orphans.isAsked && !isBusy);
    if (log.orphans) {
      text(this.orphanWords, `${grouped(log.orphans.entries)} entries: ${log.orphans.signals.join(", ")}`
        + `${log.orphans.isRunning ? ". The board was still recording when it was connected." : ""}`);
    }
    show(this.progressCard, log.download !== undefined);
    if (log.download) {
      const { phase, fraction, received, total } = log.download;
      const counted = total === undefined ? "" : `: ${grouped(received)} of ${grouped(total)} entries`;
      text(this.progressWords, `${phase}${counted}`);
      if (phase === "Downloading") this.progress.value = fraction;
      else this.progress.removeAttribute("value");
    }
  }
}
