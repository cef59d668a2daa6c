// Name, firmware, log and reset of the board.
import { el, text } from "/shared/dom.js";
import { button, disable, field, grouped, run, show } from "/tools.js";

const phases = {
  fetchingCatalog: "Looking for firmware", downloadingFirmware: "Downloading the firmware",
  bootloaderHandoff: "Restarting into the bootloader", scanning: "Looking for the bootloader",
  connecting: "Connecting to the bootloader", starting: "Erasing the old firmware", uploading: "Uploading",
  validating: "Checking the new firmware", disconnecting: "Restarting", completed: "Done", aborted: "Cancelled",
};

/// How far an update is, in words and as a bar.
export function showProgress(words, bar, { phase, percent, part, parts }) {
  const amount = phase === "uploading" ? ` ${Math.round(percent)} %` : "";
  text(words, `${phases[phase] ?? phase}${amount}${parts > 1 ? ` (part ${part} of ${parts})` : ""}`);
  if (phase === "uploading") bar.value = percent;
  else bar.removeAttribute("value");
}

export class Settings {
  constructor() {
    this.name = el("input", { type: "text", maxlength: 26, required: true, pattern: "[A-Za-z0-9_\\- ]{1,26}", autocomplete: "off" });
    const form = el("form", {
      onsubmit: (event) => {
        event.preventDefault();
        run("rename", { name: this.name.value });
      },
    }, el("div", { class: "row bottom" }, field("Name", this.name, "board-name"), el("button", { type: "submit" }, "Rename")),
    el("p", { class: "muted" }, "1 to 26 letters, digits, blanks, _ or -. The board keeps the name until it restarts."));
    this.version = el("p", { id: "firmware", role: "status" });
    this.check = button("Check for updates", "checkFirmware");
    this.install = button("Install", "updateFirmware", {}, { class: "main" });
    this.phase = el("p", { role: "status", id: "firmware-phase" });
    this.progress = el("progress", { max: 100, "aria-label": "Firmware update" });
    this.cancel = button("Cancel the update", "cancelFirmware");
    this.update_ = el("div", {}, this.phase, this.progress, el("div", { class: "row" }, this.cancel));
    this.size = el("p", { id: "log-size", role: "status" });
    this.node = el("div", { class: "screen columns" },
      el("div", { class: "card" }, el("h2", {}, "Name"), form),
      el("div", { class: "card" }, el("h2", {}, "Firmware"), this.version,
        el("div", { class: "row" }, this.check, this.install), this.update_),
      el("div", { class: "card" }, el("h2", {}, "Log"), this.size,
        el("div", { class: "row" }, button("Count the entries", "countLog"),
          button("Clear the log", "clearLog", {}, { class: "danger" }))),
      el("div", { class: "card" }, el("h2", {}, "Reset"),
        el("p", { class: "muted" }, "Deletes the log, the programs and the settings of the board."),
        el("div", { class: "row" }, button("Factory reset", "factoryReset", {}, { class: "danger" }))));
  }

  update({ board, busy }) {
    if (!board) return;
    if (this.shownName !== board.name) {
      this.shownName = board.name;
      this.name.value = board.name;
    }
    const { firmware, information, log } = board;
    const isBusy = busy.includes("firmware");
    const own = `The board has firmware ${information?.firmware ?? "–"}.`;
    text(this.version, firmware.isInBootloader ? "The board waits in its bootloader: install the firmware again."
      : firmware.latest ? `${own} Version ${firmware.latest} is available.`
        : firmware.isChecked ? `${own} It is the newest.` : own);
    disable(this.check, isBusy || firmware.isInBootloader);
    show(this.install, firmware.latest !== undefined);
    disable(this.install, isBusy);
    show(this.update_, firmware.progress !== undefined);
    if (firmware.progress) showProgress(this.phase, this.progress, firmware.progress);
    text(this.size, log.entries === undefined ? "The entries have not been counted yet."
      : `${grouped(log.entries)} entries, ${grouped(log.loggers)} loggers.`);
  }
}
