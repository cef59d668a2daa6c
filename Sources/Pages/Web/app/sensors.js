// Which sensors stream or are logged, and how they are set up.
import { el, text } from "/shared/dom.js";
import { button, disable, keyed, options, rate, run, show } from "/tools.js";

const modes = {
  ndof: "NDoF (all sensors)", imuPlus: "IMU (no magnetometer)", compass: "Compass", m4g: "M4G (no gyroscope)",
};
const motion = ["accelerometer", "gyroscope", "magnetometer"];
const groups = [
  { id: "motion", title: "Motion", has: (sensor) => motion.includes(sensor.id) },
  {
    id: "fusion", title: "Sensor fusion", has: (sensor) => sensor.isFusion,
    about: "The fusion drives the motion sensors by itself, so it excludes them. One output runs at a time.",
  },
  { id: "surroundings", title: "Surroundings", has: (sensor) => !sensor.isFusion && !motion.includes(sensor.id) },
];
const names = { rate: "Rate", range: "Range", channel: "Source", mode: "Mode" };
const lists = {
  rate: (sensor) => (sensor.modes ? undefined : sensor.rates), range: (sensor) => sensor.ranges,
  channel: (sensor) => sensor.channels, mode: (sensor) => sensor.modes,
};

export class Sensors {
  constructor() {
    this.cards = groups.map((group) => {
      const list = el("div", { class: "sensors" });
      const card = el("fieldset", { class: "card" }, el("legend", {}, group.title),
        group.about ? el("p", { class: "muted" }, group.about) : null, list);
      return { group, card, list };
    });
    this.total = el("strong", { id: "total-rate" });
    this.packets = el("strong", { id: "packet-rate" });
    this.warning = el("p", { class: "warning", role: "status", id: "rate-warning" });
    this.halve = button("Halve all rates", "halveRates", {}, { id: "halve" });
    this.stream = button("Start the live stream", "startStream", {}, { class: "main" });
    this.stream.addEventListener("click", () => { location.hash = "#/live"; });
    this.log = button("Start logging", "startLog");
    this.log.addEventListener("click", () => { location.hash = "#/log"; });
    this.node = el("div", { class: "screen" },
      ...this.cards.map(({ card }) => card),
      el("div", { class: "card" },
        el("div", { class: "spread" }, el("span", {}, "Samples per second: ", this.total, " in ", this.packets, " packets"), this.halve),
        this.warning, el("div", { class: "row" }, this.stream, this.log)));
  }

  update({ board }) {
    if (!board) return;
    const isFixed = board.stream !== undefined;
    for (const { group, card, list } of this.cards) {
      const sensors = board.sensors.filter(group.has);
      show(card, sensors.length > 0);
      keyed(list, sensors, ({ id }) => id, make, (row, sensor) => {
        const [box, ...selects] = row.querySelectorAll("input, select");
        if (box.checked !== sensor.isChosen) box.checked = sensor.isChosen;
        for (const control of [box, ...selects]) disable(control, isFixed);
        for (const select of selects) choices(select, sensor);
      });
    }
    text(this.total, board.totalRate);
    text(this.packets, Math.round(board.packetRate));
    text(this.warning, board.rateWarning ?? "");
    show(this.warning, board.rateWarning !== undefined);
    show(this.halve, board.rateWarning !== undefined);
    const isChosen = board.sensors.some((sensor) => sensor.isChosen);
    disable(this.stream, !isChosen || isFixed || board.log.isRunning);
    disable(this.log, !isChosen || isFixed || board.log.sensors.length > 0 || !board.log.isPresent);
  }
}

function make(sensor) {
  const box = el("input", {
    type: "checkbox", id: `sensor-${sensor.id}`, onchange: () => run("choose", { sensor: sensor.id, on: box.checked }),
  });
  const unit = sensor.unit ? ` (${sensor.unit})` : "";
  const setup = el("div", { class: "row" });
  for (const kind of Object.keys(lists)) {
    if (!lists[kind](sensor)) continue;
    const select = el("select", {
      "data-kind": kind, id: `${kind}-${sensor.id}`, "aria-label": `${names[kind]} of ${sensor.title}`,
      onchange: () => run(kind, { sensor: sensor.id, value: kind === "mode" ? select.value : Number(select.value) }),
    });
    setup.append(select);
  }
  return el("div", { class: "sensor" },
    el("label", { class: "check" }, box, el("span", {}, `${sensor.title}${unit}`)), setup);
}

function choices(select, sensor) {
  const { kind } = select.dataset;
  const label = {
    rate: (hertz) => [hertz, rate(hertz)],
    range: (range) => [range, `±${range} ${sensor.unit}`],
    channel: ({ number, title }) => [number, title],
    mode: (mode) => [mode, modes[mode] ?? mode],
  }[kind];
  options(select, lists[kind](sensor).map(label), sensor[kind]);
}
