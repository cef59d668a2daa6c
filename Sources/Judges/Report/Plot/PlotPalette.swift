/// Colours that are distinguishable with any kind of colour vision (after Okabe and Ito): a dark one
/// for the truth, a light one for the measurement.
struct PlotPalette {
    var truth: String
    var measurement: String

    static let axes = [
        PlotPalette(truth: "#0b4f8a", measurement: "#6cb0e8"),
        PlotPalette(truth: "#a83e00", measurement: "#f7a062"),
        PlotPalette(truth: "#00624a", measurement: "#58c7a0"),
        PlotPalette(truth: "#74356f", measurement: "#d69fd0"),
    ]

    static func axis(_ index: Int) -> PlotPalette { axes[index % axes.count] }

    /// Styles of the elements; no script, no external font.
    static let style = """
        <style>
        text{font-family:system-ui,-apple-system,"Segoe UI","DejaVu Sans",Helvetica,sans-serif;\
        fill:#3b424c;font-size:12px}
        .title{font-size:18px;font-weight:600;fill:#14181d}
        .head{font-size:13.5px;font-weight:600;fill:#14181d}
        .small{font-size:11px;fill:#5b6470}
        .tick{font-size:11px;fill:#5b6470;font-variant-numeric:tabular-nums}
        .paper{fill:#ffffff}
        .field{fill:#fafbfc}
        .frame{fill:none;stroke:#c6ccd3}
        .grid{fill:none;stroke:#e6e9ed}
        .zero{fill:none;stroke:#b3bac3}
        .gap{fill:#d92d20;fill-opacity:.11}
        .truth{fill:none;stroke-width:1.4;stroke-linejoin:round;stroke-linecap:round}
        .thin{fill:none;stroke-width:1;stroke-linejoin:round;stroke-linecap:round}
        .dots{fill:none;stroke-width:3.6;stroke-linecap:round}
        .large{stroke-width:5}
        .halo{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}
        .bad{fill:none;stroke:#c4281b;stroke-dasharray:5 3}
        .good{fill:none;stroke:#1a7f4b;stroke-dasharray:5 3}
        .event{fill:none;stroke:#6b7480;stroke-dasharray:5 3}
        </style>
        """
}
