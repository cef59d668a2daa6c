// The air: boards around their hosts, as far as they are; links, packets, and who advertises. A board is dragged to another distance.
import { attribute, byId, fixed, text, throttle } from "/shared/dom.js";
import { colours, onTheme } from "/shared/theme.js";

/// Metres at the middle and at the edge; radios and eyes count distance by its logarithm.
const [nearest, farthest] = [0.1, 100];
/// How long a packet is on its way in the picture, in milliseconds: a real one is there at once.
const flight = 450;
const mostFlying = 80;
const reach = 18;

export class Air {
  constructor(view) {
    this.view = view;
    this.canvas = byId("air");
    this.context = this.canvas.getContext("2d", { alpha: false });
    this.flying = [];
    this.held = null;
    this.send = throttle(100, (board, metres) =>
      view.command("do", { board, do: { range: { distance: `${Number(metres.toPrecision(3))} m` } } }));
    onTheme(() => this.restyle());
    this.restyle();
    this.canvas.addEventListener("pointerdown", (event) => {
      this.held = this.at(event);
      if (this.held !== null) this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => this.go(event));
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) this.canvas.addEventListener(name, () => (this.held = null));
  }

  restyle() {
    [this.ink, this.muted, this.paper, this.edge, this.accent, this.good, this.warn, this.bad] = colours(
      "--ink", "--muted", "--paper", "--edge", "--accent", "--good", "--warn", "--bad");
  }

  // MARK: Places

  get radius() {
    return Math.min(this.canvas.clientWidth, this.canvas.clientHeight) / 2 - 26;
  }

  get middle() {
    return [this.canvas.clientWidth / 2, this.canvas.clientHeight / 2];
  }

  place(index, count, metres) {
    const share = Math.log(Math.max(nearest, Math.min(farthest, metres)) / nearest) / Math.log(farthest / nearest);
    const angle = (2 * Math.PI * index) / Math.max(count, 1) - Math.PI / 4;
    const [x, y] = this.middle;
    // The hosts have room of their own.
    const far = 18 + share * (this.radius - 18);
    return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
  }

  get boards() {
    const boards = Object.entries(this.view.state.boards ?? {});
    return boards.map(([number, board], index) => {
      const metres = board.surroundings?.distance ?? 1;
      return { number: Number(number), board, metres, place: this.place(index, boards.length, metres) };
    });
  }

  at({ offsetX, offsetY }) {
    return this.boards.find(({ place: [x, y] }) => Math.hypot(x - offsetX, y - offsetY) <= reach)?.number ?? null;
  }

  go({ offsetX, offsetY }) {
    if (this.held === null) return;
    const [x, y] = this.middle;
    const far = Math.max(0, Math.min(1, (Math.hypot(offsetX - x, offsetY - y) - 18) / (this.radius - 18)));
    this.send(this.held, nearest * (farthest / nearest) ** far);
  }

  // MARK: Picture

  events(list) {
    const now = performance.now();
    for (const event of list) {
      if (event.e === "jump") this.flying = [];
      if (event.e !== "packet") continue;
      const isLost = event.fate === "dropped" || event.fate === "discarded";
      this.flying.push({ board: event.board, toBoard: event.to === "board", isLost, since: now });
    }
    if (this.flying.length > mostFlying) this.flying = this.flying.slice(-mostFlying);
  }

  show() {
    const words = this.boards.map(({ board, metres }) => {
      const { link, identity } = board;
      const what = link?.connected ? `connected${link.peer ? ` to ${link.peer}` : ""}` : link?.advertising ? "advertises" : "silent";
      return `${identity.name}: ${fixed(metres, 1)} m, ${what}`;
    });
    attribute(this.canvas, "aria-label", `Boards around their hosts. ${words.join("; ")}`);
    const names = [...Object.values(this.view.state.clients ?? {}), ...Object.values(this.view.state.hosts ?? {})].map(({ name }) => name);
    text(byId("air-hosts"), names.length > 0 ? `In the middle: ${names.join(", ")}` : "In the middle: no host");
  }

  draw(now = performance.now()) {
    const { canvas, context: c } = this;
    // Thirty times a second is as smooth as it needs; what stands still is not drawn again.
    if (now - (this.latest ?? 0) < 32) return;
    const boards = this.boards;
    const moves = this.flying.length > 0 || boards.some(({ board }) => board.link?.advertising && !board.link.connected);
    const key = JSON.stringify([boards.map(({ place, board }) => [place, board.link?.connected, board.link?.rssi]), canvas.clientWidth, this.ink]);
    if (!moves && key === this.drawn) return;
    [this.latest, this.drawn] = [now, moves ? "" : key];
    const ratio = devicePixelRatio;
    const [w, h] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (w === 0) return;
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.fillStyle = this.paper;
    c.fillRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    this.rings();
    this.flying = this.flying.filter(({ since }) => now - since < flight);
    for (const each of boards) this.board(each, now);
    const [x, y] = this.middle;
    c.fillStyle = this.ink;
    c.fillRect(x - 6, y - 9, 12, 18);
    c.fillStyle = this.paper;
    c.fillRect(x - 4, y - 7, 8, 12);
  }

  rings() {
    const { context: c } = this;
    const [x, y] = this.middle;
    c.font = "10px system-ui, sans-serif";
    c.textAlign = "center";
    for (const metres of [1, 10, 100]) {
      const far = 18 + (Math.log(metres / nearest) / Math.log(farthest / nearest)) * (this.radius - 18);
      c.strokeStyle = this.edge;
      c.lineWidth = 1;
      c.beginPath();
      c.arc(x, y, far, 0, 2 * Math.PI);
      c.stroke();
      c.fillStyle = this.muted;
      c.fillText(`${metres} m`, x, y - far + 11);
    }
  }

  board({ number, board, place: [x, y] }, now) {
    const { context: c } = this;
    const [mx, my] = this.middle;
    const { link, identity } = board;
    if (link?.connected) {
      c.strokeStyle = link.muffled ? this.bad : this.accent;
      c.lineWidth = 2;
      c.setLineDash(link.muffled ? [4, 4] : []);
      c.beginPath();
      c.moveTo(mx, my);
      c.lineTo(x, y);
      c.stroke();
      c.setLineDash([]);
    } else if (link?.advertising) {
      // A ring that grows says that it can be heard; advertisements come much more often.
      const share = (now % 1500) / 1500;
      c.strokeStyle = this.warn;
      c.globalAlpha = 1 - share;
      c.beginPath();
      c.arc(x, y, 8 + 22 * share, 0, 2 * Math.PI);
      c.stroke();
      c.globalAlpha = 1;
    }
    for (const { board: of, toBoard, isLost, since } of this.flying) {
      if (of !== number) continue;
      const way = (now - since) / flight;
      const share = toBoard ? way : 1 - way;
      if (isLost && way > 0.4) continue;
      c.fillStyle = isLost ? this.bad : toBoard ? this.warn : this.good;
      c.beginPath();
      c.arc(mx + (x - mx) * share, my + (y - my) * share, 3, 0, 2 * Math.PI);
      c.fill();
    }
    c.fillStyle = board.power?.powered === false ? this.muted : this.good;
    c.fillRect(x - 7, y - 7, 14, 14);
    c.fillStyle = this.ink;
    c.font = "12px system-ui, sans-serif";
    c.textAlign = "center";
    c.fillText(identity.name, x, y + 21);
    if (link?.rssi !== undefined) {
      c.fillStyle = this.muted;
      c.fillText(`${fixed(link.rssi, 0)} dBm`, x, y - 12);
    }
  }
}
