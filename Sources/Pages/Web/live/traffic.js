// Every packet in words. The last thousand are kept; the last two hundred that pass the filter are shown.
import { attribute, byId, el, text } from "/shared/dom.js";

const kept = 1000;
const shown = 200;

export class Traffic {
  constructor(view) {
    this.view = view;
    this.packets = [];
    this.fresh = [];
    this.total = 0;
    this.skipped = 0;
    this.isPaused = false;
    this.latest = 0;
    this.chosen = null;
    this.body = byId("packets");
    this.scroll = byId("traffic-scroll");
    this.body.addEventListener("keydown", (event) => this.move(event));
    this.body.addEventListener("focusin", (event) => this.stopAt(event.target));
    this.filter = byId("filter");
    this.direction = byId("direction");
    for (const control of [this.filter, this.direction]) {
      control.addEventListener("input", () => this.again());
    }
    byId("traffic-pause").addEventListener("click", (event) => {
      this.isPaused = !this.isPaused;
      attribute(event.target, "aria-pressed", String(this.isPaused));
      text(event.target, this.isPaused ? "Resume" : "Pause");
      if (!this.isPaused) this.again();
    });
    byId("traffic-clear").addEventListener("click", () => {
      this.packets = [];
      this.again();
    });
    // A list that a person has scrolled stays where it is.
    this.follows = true;
    this.scroll.addEventListener("scroll", () => {
      const { scrollTop, scrollHeight, clientHeight } = this.scroll;
      this.follows = scrollTop + clientHeight >= scrollHeight - 40;
    });
  }

  events(list) {
    for (const event of list) {
      if (event.e === "jump") this.forget();
      if (event.e === "skipped") this.skipped += event.count;
      if (event.e !== "packet") continue;
      this.total = event.n ?? this.total + 1;
      this.packets.push(event);
      this.fresh.push(event);
    }
    if (this.packets.length > kept) this.packets = this.packets.slice(-kept);
    if (this.fresh.length > shown) this.fresh = this.fresh.slice(-shown);
  }

  /// Another moment has another past.
  forget() {
    [this.packets, this.fresh] = [[], []];
    [this.total, this.skipped] = [0, 0];
    this.body.replaceChildren();
  }

  missed(count) {
    this.skipped += count;
  }

  passes(packet) {
    if (this.direction.value && packet.to !== this.direction.value) return false;
    const words = this.filter.value.toLowerCase().split(" ").filter((word) => word !== "" && word !== "-");
    if (words.length === 0) return true;
    const name = this.view.state.boards?.[packet.board]?.identity.name ?? "";
    const all = `${packet.module} ${packet.register} ${packet.text} ${packet.bytes} ${name}`.toLowerCase();
    return words.every((word) => (word.startsWith("-") ? !all.includes(word.slice(1)) : all.includes(word)));
  }

  /// Shows the kept packets anew, as after a change of the filter.
  again() {
    this.fresh = this.packets.filter((packet) => this.passes(packet)).slice(-shown);
    this.body.replaceChildren();
    this.follows = true;
    this.append();
  }

  draw() {
    text(byId("traffic-count"), `${this.total} packets${this.skipped ? `, ${this.skipped} more were not shown` : ""}`);
    // Nobody reads two thousand lines a second: many at once cost less than few often.
    const now = performance.now();
    if (this.isPaused || this.fresh.length === 0 || now - this.latest < (this.fresh.length < 20 ? 0 : 250)) return;
    this.latest = now;
    this.append();
  }

  append() {
    const fresh = this.fresh.filter((packet) => this.passes(packet));
    this.fresh = [];
    if (fresh.length === 0) return;
    this.body.append(...fresh.map((packet) => this.row(packet)));
    this.trim(shown);
    if (this.follows) this.scroll.scrollTop = this.scroll.scrollHeight;
  }

  /// Removes the oldest rows; the focus goes on to what is the oldest then.
  trim(most) {
    const hadFocus = this.body.contains(document.activeElement);
    while (this.body.childElementCount > most) this.body.firstChild.remove();
    const isInside = this.body.contains(document.activeElement);
    if (hadFocus && !isInside) this.body.querySelector("button")?.focus({ preventScroll: true });
    // Until a person is in the list, the key leads to its newest packet.
    if (!hadFocus) this.stopAt(this.body.lastChild?.querySelector("button"));
  }

  /// The list is one stop of the Tab key: this row.
  stopAt(button) {
    if (!button || this.stop === button) return;
    if (this.stop) this.stop.tabIndex = -1;
    this.stop = button;
    button.tabIndex = 0;
  }

  /// Arrow keys, Home and End go through the list.
  move(event) {
    const rows = [...this.body.children];
    const at = rows.indexOf(event.target.closest("tr"));
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    rows[Math.max(0, Math.min(to, rows.length - 1))].querySelector("button").focus();
  }

  row(packet) {
    const name = this.view.state.boards?.[packet.board]?.identity.name ?? String(packet.board);
    const words = packet.text || packet.bytes;
    const button = el("button", { type: "button", tabIndex: -1, onclick: () => this.choose(packet, row) }, words);
    const way = packet.to === "board" ? `→ board${packet.by && packet.by !== "host" ? ` (${packet.by})` : ""}` : "← board";
    const row = el("tr", { class: packet.ignored ? "ignored" : null },
      el("td", {}, packet.t.toFixed(4)), el("td", {}, name), el("td", {}, way), el("td", {}, button));
    return row;
  }

  async choose(packet, row) {
    this.body.querySelector(".chosen")?.classList.remove("chosen");
    row.classList.add("chosen");
    this.chosen = packet;
    const detail = byId("packet");
    const fields = (packet.fields ?? []).map(({ name, value }) => el("tr", {}, el("th", { scope: "row" }, name),
      el("td", { class: typeof value === "number" ? "number" : "mono" }, String(value))));
    detail.replaceChildren(
      el("h3", {}, [packet.module, packet.register].filter(Boolean).join(", ") || "packet"),
      el("p", { class: "mono" }, packet.bytes),
      el("p", {}, packet.text ?? ""),
      packet.fault ? el("p", {}, `The rest does not fit: ${packet.fault}`) : "",
      packet.ignored ? el("p", {}, `Ignored: ${packet.ignored}`) : "",
      packet.fate && packet.fate !== "sent" ? el("p", { class: "muted" }, `This packet was ${packet.fate}.`) : "",
      fields.length > 0 ? el("table", { class: "fields" }, el("tbody", {}, ...fields)) : "");
    // What a module says of itself is in no table.
    if (!packet.id || !packet.register || packet.register === "information") return;
    const register = await this.view.send("register", { board: packet.board, id: packet.id });
    if (!register || this.chosen !== packet) return;
    const rows = (register.fields ?? []).map((field) => el("tr", {},
      el("td", { class: "mono" }, String(field.bits ?? "")), el("td", {}, field.name ?? ""), el("td", {}, field.unit ?? ""),
      el("td", {}, Object.entries(field.names ?? {}).map(([value, word]) => `${value} ${word}`).join(", "))));
    detail.append(
      el("h3", {}, `Register ${packet.id}`),
      el("p", {}, `${register.module}: ${register.register}${register.access ? `, ${register.access}` : ""}${register.since ? `, since revision ${register.since}` : ""}`),
      rows.length > 0 ? el("table", { class: "fields" },
        el("thead", {}, el("tr", {}, ...["bits", "field", "unit", "values"].map((head) => el("th", { scope: "col" }, head)))),
        el("tbody", {}, ...rows)) : "",
      register.page ? el("p", { class: "muted" }, `More: ${register.page}`) : "");
  }
}
