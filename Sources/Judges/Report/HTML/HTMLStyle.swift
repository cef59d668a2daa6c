/// The style of a page and of the plots in it.
enum HTMLStyle {
    static let text = PageParts.style + "@media (prefers-color-scheme:dark){\(darkPlot)}\n"

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
