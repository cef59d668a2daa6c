/// How long an update waits for what.
struct UpdateLimits: Sendable {
    /// For an advertisement of the bootloader. It advertises every 25 ms; a bootloader that moved in first rewrites
    /// flash.
    var scan = Duration.seconds(10)
    /// For the board's own address to be heard, before a bootloader at another one is looked at.
    var patience = Duration.seconds(2)
    /// For a link with all characteristics, and for a value.
    var connect = Duration.seconds(15)
    /// For the acknowledgement of a write: that of ATT.
    var write = Duration.seconds(30)
    /// For an answer. The start erases the flash page by page.
    var answer = Duration.seconds(30)
    /// For the end of the link after the last request.
    var restart = Duration.seconds(5)
    /// For a bootloader that may not have received the last request to advertise again.
    var doubt = Duration.seconds(3)
    /// From one attempt to the next, and from one image to the next (protocol, core 13.4: 2.5 s at least).
    var pause = Duration.milliseconds(2_500)
    /// From the hand-over to the bootloader to the first search for it.
    var handOff = Duration.milliseconds(1_500)
    /// Before the second look at a board that still has the table of its application.
    var staleTable = Duration.seconds(2)
    /// For reaching and resetting a bootloader whose update is given up.
    var farewell = Duration.seconds(10)
    /// How often an image is sent before the update fails.
    var attempts = 3
}
