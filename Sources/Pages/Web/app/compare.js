// Another session beside the one that is shown: which, where, and how far both are apart.
import { el, text } from "/shared/dom.js";
import { attitudeOf } from "/attitude.js";
import { differences } from "/differences.js";
import { fetchTrack, move } from "/track.js";
import { disable, duration, field, moment, numbers, options, show, value } from "/tools.js";

/// Whether two sessions can be laid over each other.
const isAlike = (one, other) => one.id !== other.id && one.kind === other.kind && one.unit === other.unit;
const nameOf = (session) =>
  [session.board ?? session.model, moment(session.start), duration((session.end - session.start) / 1000)].join(", ");

export class Comparison {
  /// `open(id)` has the program read a session; `lay(samples)` shows the other one, or none.
  constructor(open, lay) {
    this.open = open;
    this.lay = lay;
    this.id = "";
    this.samples = null;
    /// By how much the other session is moved, in seconds.
    this.shift = 0;
    this.with = el("select", { onchange: () => this.choose(this.with.value) });
    this.align = el("select", { onchange: () => this.place() });
    options(this.align, [["beginning", "Their beginnings together"], ["clock", "By the clock"]], "beginning");
    this.none = el("p", { class: "muted" }, "Another session of the same sensor can be laid over this one; there is none yet.");
    this.row = el("div", { class: "row bottom" },
      field("Compare with", this.with, "compare-with"), field("Placed", this.align, "compare-align"));
    this.words = el("p", { class: "muted", role: "status", id: "compare-words" });
    this.table = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Differences" });
    this.node = el("div", { class: "card" }, el("h2", {}, "Comparison"), this.none, this.row, this.words, this.table);
  }

  /// The samples of the session that is shown.
  begin(own, axes) {
    [this.own, this.axes] = [own, axes];
  }

  update(session, sessions, details) {
    [this.session, this.sessions] = [session, sessions];
    const others = sessions.filter((other) => isAlike(session, other));
    show(this.none, others.length === 0);
    show(this.row, others.length > 0);
    options(this.with, [["", "nothing"], ...others.map((other) => [other.id, nameOf(other)])], this.id);
    disable(this.align, this.id === "");
    if (details[this.id] && this.own && !this.samples) this.bring(details[this.id]);
  }

  choose(id) {
    this.id = id;
    [this.samples, this.shift] = [null, 0];
    this.place();
    if (id === "") return;
    text(this.words, "The other session is being fetched …");
    this.open(id);
  }

  async bring(found) {
    const { id } = this;
    if (this.bringing === id) return;
    this.bringing = id;
    const samples = await fetchTrack(id, found.axes.length, found.samples);
    this.bringing = null;
    if (this.isLeft || this.id !== id) return;
    if (!samples) return text(this.words, "The other session could not be fetched. Choose it again.");
    this.samples = samples;
    this.place();
  }

  /// Lays the other session where it belongs, and says how far both are apart.
  place() {
    const { samples } = this;
    const other = this.sessions.find(({ id }) => id === this.id);
    if (samples && other) {
      const wanted = this.align.value === "clock" ? (other.start - this.session.start) / 1000 : 0;
      move(samples, wanted - this.shift);
      this.shift = wanted;
    }
    if (this.own) this.lay(samples);
    this.table.replaceChildren();
    text(this.words, "");
    if (!samples) return;
    const found = differences(this.own, samples, attitudeOf(this.session.sensor ?? this.session.kind));
    if (!found) return text(this.words, "They have no time in common. Place their beginnings together.");
    const angle = found.angle
      ? ` Their attitudes are ${value(found.angle.rms)}° apart (RMS), ${value(found.angle.most)}° at most.` : "";
    text(this.words, `The other session is the thin dashed lines. Both run for ${value(found.seconds)} s.${angle}`);
    this.table.replaceChildren(numbers("differences", ["Axis", "Mean difference", "RMS", "Largest"],
      found.axes.map(({ mean, rms, most }, axis) => [this.axes[axis], mean, rms, most])));
  }

  leave() {
    this.isLeft = true;
  }
}
