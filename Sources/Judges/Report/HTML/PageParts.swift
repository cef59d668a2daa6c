/// The parts of pages that are files of their own, in `Web`.
enum PageParts {
    /// Follows the reader's choice of light or dark; everything is open on paper.
    static let style = text(PackageResources.page_css)
    /// Search, keyboard navigation, and everything open for printing.
    static let script = text(PackageResources.page_js)
    /// Draws the map of a sweep that its reader chose.
    static let mapScript = text(PackageResources.map_js)
    /// The elements of the player.
    static let player = text(PackageResources.player_html)
    /// Fixed sizes, so that nothing moves but the pictures.
    static let playerStyle = text(PackageResources.player_css)
    /// The player's data, controls, keys and texts; then what it draws on its canvases: the board
    /// in three dimensions, its samples around the chosen time, and the cursor in the timeline.
    static let playerScript = text(PackageResources.player_js)

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
