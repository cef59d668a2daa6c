/// The elements of the player and their style: fixed sizes, so that nothing moves but the pictures.
enum PlayerStyle {
    static let html = """
        <section id="player" aria-labelledby="player-title" hidden>
        <h2 id="player-title">The run, moment by moment</h2>
        <div class="controls">
        <button type="button" id="before" title="To the previous step or event"><span aria-hidden="true">|◀</span>\
        <span class="away">previous event</span></button>
        <button type="button" id="play" aria-pressed="false"><span aria-hidden="true">▶</span> \
        <span class="label">Play</span></button>
        <button type="button" id="after" title="To the next step or event"><span aria-hidden="true">▶|</span>\
        <span class="away">next event</span></button>
        <label>Speed <select id="speed"><option value="0.1">0.1 ×</option>\
        <option value="0.5">0.5 ×</option><option value="1" selected>1 ×</option>\
        <option value="5">5 ×</option><option value="20">20 ×</option></select></label>
        <label id="which">Board <select id="board"></select></label>
        <output id="clock" for="time"></output>
        <label class="away" for="time">Time of the run</label>
        <input id="time" type="range" min="0" value="0">
        <p class="hint"><kbd>Space</kbd> plays and pauses, <kbd>←</kbd> <kbd>→</kbd> move by one \
        picture, <kbd>Page ↑</kbd> <kbd>Page ↓</kbd> further</p>
        </div>
        <div class="scene">
        <figure><canvas id="pose" role="img" aria-label="The board in three dimensions"></canvas>
        <figcaption id="pose-words"></figcaption></figure>
        <dl id="facts">
        <dt>LED</dt><dd id="led"></dd>
        <dt>Link</dt><dd id="link"></dd>
        <dt>Streams</dt><dd id="streams"></dd>
        <dt>Motor</dt><dd id="motor"></dd>
        <dt>Log</dt><dd id="log"></dd>
        <dt>Battery</dt><dd id="battery"></dd>
        </dl>
        </div>
        <div id="plots"></div>

        """

    static let text = """

        :root{--a0:#0b4f8a;--a1:#a83e00;--a2:#00624a;--a3:#74356f;--case:#c9d1da;--edge:#5b6470;
        --ghost:#8a3fb0;--floor:#e2e6ea}
        @media (prefers-color-scheme:dark){:root{--a0:#83c0f2;--a1:#fba973;--a2:#5fd6ab;--a3:#e0aedb;
        --case:#4a545f;--edge:#aab4bf;--ghost:#d59af2;--floor:#2b323a}}
        #player .controls{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:center}
        #player button,#player select{font:inherit;color:inherit;background:var(--card);
        border:1px solid var(--rule);border-radius:.3rem;padding:.3rem .6rem;min-height:2.25rem}
        #player #play{min-width:6.5rem}
        #player select{max-width:12rem}
        #player :focus-visible{outline:2px solid var(--host);outline-offset:1px}
        #player .controls .hint{flex-basis:100%}
        #time{flex:1 0 100%;width:100%;min-height:1.75rem;margin:0;accent-color:var(--host)}
        #clock{margin-left:auto;font-variant-numeric:tabular-nums;white-space:nowrap}
        .away{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);
        white-space:nowrap}
        #player .scene{display:grid;grid-template-columns:minmax(0,24rem) minmax(0,1fr);
        gap:0 1.5rem;align-items:start;margin-top:.75rem}
        #player figure{margin:0;overflow:hidden}
        #player canvas{display:block;width:100%;background:var(--card);border-radius:.3rem}
        #pose{aspect-ratio:4/3}
        #pose-words{height:3rem;line-height:1.5rem;font-size:.85rem;color:var(--faint);
        overflow:hidden;font-variant-numeric:tabular-nums}
        #facts dd{min-width:0;height:1.5em;white-space:nowrap;overflow:hidden;
        text-overflow:ellipsis;font-variant-numeric:tabular-nums}
        #led i{display:inline-block;width:.9em;height:.9em;border-radius:50%;
        border:1px solid var(--edge);vertical-align:-.1em;margin-right:.4em}
        #plots>div{margin-top:.5rem}
        #plots canvas{height:5.5rem}
        #plots p{display:flex;flex-wrap:wrap;gap:0 .75rem;margin:0;height:1.4rem;overflow:hidden;
        font-size:.85rem;line-height:1.4rem;white-space:nowrap;font-variant-numeric:tabular-nums}
        #plots b{font-weight:600;min-width:16rem;overflow:hidden;text-overflow:ellipsis}
        #plots span{flex:0 0 10.5rem;overflow:hidden;text-overflow:ellipsis}
        #plots i{font-style:normal;opacity:.8;margin-left:.4rem}
        .timeline .cursor{stroke:var(--ink);stroke-width:1.5;pointer-events:none}
        @media (max-width:40rem){#player .scene{grid-template-columns:minmax(0,1fr)}
        #pose-words{height:3rem}#clock{margin-left:0}#plots p{height:4.2rem;align-content:flex-start}#plots b{flex:0 0 100%}#plots span{flex:1 1 0}
        #plots i{display:block;margin:0;font-size:.75rem}
        #which{flex-basis:100%}}
        @media print{#player{display:none}}

        """
}
