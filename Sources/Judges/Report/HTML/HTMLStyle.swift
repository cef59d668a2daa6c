/// The style of a page and of the plots in it.
enum HTMLStyle {
    static let text = """

        :root{--ink:#14181d;--faint:#5b6470;--paper:#fff;--card:#f5f7f9;--rule:#d5dae0;
        --pass:#1a7f4b;--fail:#c4281b;--inconclusive:#9a5b00;--skipped:#5b6470;
        --band:#1a7f4b22;--host:#0b4f8a;--board:#a83e00}
        @media (prefers-color-scheme:dark){:root{--ink:#e8ebee;--faint:#9aa4af;--paper:#14181d;
        --card:#1d2329;--rule:#353d46;--pass:#58c793;--fail:#ff7b6e;--inconclusive:#f0b250;
        --skipped:#9aa4af;--band:#58c79333;--host:#6cb0e8;--board:#f7a062}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--paper);color:var(--ink);
        font:15px/1.5 system-ui,-apple-system,"Segoe UI","DejaVu Sans",Helvetica,sans-serif}
        main{max-width:70rem;margin:0 auto;padding:1.5rem}
        h1{font-size:1.5rem;margin:0 0 1rem}
        h1[class]{padding-left:.75rem;border-left:.4rem solid;overflow-wrap:anywhere}
        h1.pass{border-color:var(--pass)}
        h1.fail{border-color:var(--fail)}
        h1.inconclusive{border-color:var(--inconclusive)}
        h2{font-size:1.1rem;margin:2rem 0 .5rem}
        dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:0 0 1rem}
        dt{color:var(--faint)}
        dd{margin:0;overflow-wrap:anywhere}
        table{display:block;overflow-x:auto;border-collapse:collapse;margin:0 0 1rem}
        th,td{padding:.15rem .75rem;border-bottom:1px solid var(--rule);text-align:left;
        vertical-align:top}
        th{color:var(--faint);font-weight:600}
        .number{text-align:right;font-variant-numeric:tabular-nums}
        form{position:sticky;top:0;z-index:1;background:var(--paper);padding:.75rem 0;
        border-bottom:1px solid var(--rule);display:flex;flex-wrap:wrap;gap:.5rem 1rem;
        align-items:center}
        input[type=search]{flex:1 1 18rem;font:inherit;padding:.3rem .6rem;color:inherit;
        background:var(--card);border:1px solid var(--rule);border-radius:.3rem}
        .hint{flex-basis:100%;margin:0;color:var(--faint);font-size:.8rem}
        kbd{border:1px solid var(--rule);border-radius:.2rem;padding:0 .3rem;font:inherit}
        .item{border-bottom:1px solid var(--rule);padding:.35rem .25rem}
        .item:focus,summary:focus-visible{outline:2px solid var(--host)}
        summary{cursor:pointer}
        .item>summary{padding-left:5.8rem;text-indent:-5.8rem}
        div.item{padding-left:6.05rem;text-indent:-4.8rem}
        .verdict{display:inline-block;min-width:4.5rem;text-indent:0;font-weight:700;
        font-size:.8rem}
        .pass .verdict{color:var(--pass)}
        .fail .verdict{color:var(--fail)}
        .inconclusive .verdict{color:var(--inconclusive)}
        .skipped .verdict{color:var(--skipped)}
        .name{overflow-wrap:anywhere}
        .remark{color:var(--faint)}
        .inside{margin:.5rem 0 1rem 1.25rem}
        .why{font-weight:600}
        pre{background:var(--card);padding:.75rem;overflow-x:auto;border-radius:.3rem;
        font:12.5px/1.45 ui-monospace,"DejaVu Sans Mono",Menlo,monospace}
        figure{margin:0 0 1rem;overflow-x:auto}
        svg{display:block;max-width:100%;height:auto;min-width:52rem}
        svg.chart{min-width:40rem}
        svg.chart text{fill:var(--faint);font-size:11px}
        .chart .frame{fill:none;stroke:var(--rule)}
        .chart .band{fill:var(--band)}
        .chart .held{fill:var(--pass)}
        .chart .missed{fill:var(--fail)}
        .chart .curve{fill:none;stroke:var(--faint);stroke-width:1}
        .chart .host{stroke:var(--host);stroke-width:1.5}
        .chart .board{stroke:var(--board);stroke-width:1.5}
        .chart .note{stroke:var(--faint);stroke-dasharray:3 2}
        svg.timeline{min-width:52rem}
        .timeline .link{fill:var(--host);fill-opacity:.3}
        .timeline .step{fill:var(--band);stroke:var(--pass);stroke-width:.5}
        .timeline .failed{fill:var(--fail);fill-opacity:.35;stroke:var(--fail)}
        .timeline .running{fill:var(--inconclusive);fill-opacity:.3;stroke:var(--inconclusive)}
        .timeline .stream{fill:var(--board);fill-opacity:.3}
        .timeline .missing,.timeline .loss{fill:var(--fail)}
        .timeline .open{fill:var(--inconclusive)}
        .timeline .fault{fill:none;stroke:var(--fail);stroke-dasharray:5 3}
        svg.chart .inside,svg.chart .halo{fill:var(--ink)}
        svg.chart .halo{paint-order:stroke;stroke:var(--paper);stroke-width:4px}
        svg.chart .wrong{fill:var(--fail);font-weight:600}
        .text{margin-top:2rem}
        [hidden]{display:none!important}
        @media (max-width:40rem){main{padding:1rem}form{position:static}.hint{display:none}
        .item>summary{padding-left:1.5rem;text-indent:-1.5rem}.inside{margin-left:0}
        div.item{padding-left:1.75rem;text-indent:-.5rem}.verdict{min-width:0}}
        @media print{svg,svg.chart{min-width:0}form{display:none}main{max-width:none;padding:0}
        .item{break-inside:avoid-page}pre{white-space:pre-wrap}}
        @media (prefers-color-scheme:dark){\(darkPlot)}

        """

    /// Plots are drawn for light paper; in the dark the truth is light and the measurement dim, so that
    /// the truth stands out.
    private static let darkPlot: String = {
        let dark = [
            ("#83c0f2", "#2c659a"), ("#fba973", "#9a4c17"), ("#5fd6ab", "#1d765a"),
            ("#e0aedb", "#7d4578"),
        ]
        var text = """
            figure .paper{fill:var(--paper)}figure .field{fill:var(--card)}
            figure .frame{stroke:var(--rule)}figure .grid{stroke:#2b323a}figure .zero{stroke:#5b6470}
            figure text,figure .small,figure .tick{fill:var(--faint)}
            figure .title,figure .head{fill:var(--ink)}figure .halo{stroke:var(--paper)}
            figure .gap{fill:var(--fail);fill-opacity:.2}
            figure .bad{stroke:var(--fail)}figure .good{stroke:var(--pass)}
            figure [stroke="#3b424c"]{stroke:var(--ink)}figure [stroke="#b4bcc6"]{stroke:#59636e}

            """
        for (light, dark) in zip(PlotPalette.axes, dark) {
            text += "figure [stroke=\"\(light.truth)\"]{stroke:\(dark.0)}"
            text += "figure [stroke=\"\(light.measurement)\"]{stroke:\(dark.1)}"
            text += "figure text[style=\"fill:\(light.truth)\"]{fill:\(dark.0)!important}\n"
        }
        return text
    }()
}
