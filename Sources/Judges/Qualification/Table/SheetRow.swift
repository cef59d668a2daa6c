/// A row of the sheet on real boards of 2026 that a host can test over a link.
package struct SheetRow: Sendable {
    package var number: Int
    /// What the row says, in a sentence without a full stop.
    package var claim: String

    /// `RB26-07`.
    static func id(_ number: Int) -> String { "RB26-\(number < 10 ? "0" : "")\(number)" }

    private init(_ number: Int, _ claim: String) {
        self.number = number
        self.claim = claim
    }

    /// In the order of the sheet.
    package static let all = [
        SheetRow(1, "a session that is armed while a drop is being erased records nothing"),
        SheetRow(2, "the length is 0 long before a drop has ended, and `0B 0D` may never come"),
        SheetRow(3, "a host that clears and starts at machine speed records nothing"),
        SheetRow(4, "a small log is cleared within half a second"),
        SheetRow(5, "triggers of an abandoned session make a later one record nothing"),
        SheetRow(6, "after a clear the length may be 1"),
        SheetRow(7, "dropping and removing are ignored while logging is enabled"),
        SheetRow(10, "a flush lands later, without an answer"),
        SheetRow(11, "the length counts the RAM page only while logging is enabled"),
        SheetRow(12, "a flush is honoured while logging is enabled"),
        SheetRow(13, "S and RL with 1.7 have logging revision 3, and an RL has nothing to flush"),
        SheetRow(14, "a magnetometer that was not woken gives no samples"),
        SheetRow(15, "only silent reads are logged"),
        SheetRow(16, "a logged temperature is the bare number"),
        SheetRow(17, "a trigger on the other chip's gyroscope register never fires"),
        SheetRow(18, "there are eight loggers"),
        SheetRow(20, "with a report interval of 0 only the end of a readout is reported"),
        SheetRow(21, "a readout of 0 entries is not answered"),
        SheetRow(22, "entries may arrive behind the final report"),
        SheetRow(23, "a download has three packets an event: 200 entries a second at 30 ms"),
        SheetRow(24, "after a download that broke off the length is 0"),
        SheetRow(25, "free loggers and processors are silent"),
        SheetRow(27, "with a large MTU packets of a readout still have two entries"),
        SheetRow(28, "page complete follows the end of a readout"),
        SheetRow(30, "the LED goes out when the link ends"),
        SheetRow(31, "events on the end of a link stay until they are removed"),
        SheetRow(33, "a connected board does not advertise"),
        SheetRow(34, "sensors run on when the link ends"),
        SheetRow(40, "after a clear, `FE 05` keeps the board off the air for longer"),
        SheetRow(42, "the board ends the link by itself when it restarts"),
        SheetRow(45, "never do both the reset uid and the tick hide a restart"),
        SheetRow(46, "triggers survive the end of a link and no restart"),
        SheetRow(50, "a connection event has at most three notifications"),
        SheetRow(51, "the packets of a step are in the order acceleration, rotation, field"),
        SheetRow(52, "of 300 notifications a second 252 arrive at best"),
        SheetRow(56, "the board takes part in an MTU exchange, and has 247 or 23"),
        SheetRow(60, "it advertises several times a second"),
        SheetRow(61, "its advertising does not contain its address"),
        SheetRow(62, "a scan response that a host wrote is advertised until a restart"),
        SheetRow(63, "a renamed board still advertises its service"),
        SheetRow(64, "MetaBoot advertises its name and the DFU service"),
        SheetRow(80, "MetaBoot starts the application by itself after a minute"),
        SheetRow(81, "MetaBoot tells its own revision, the model and the hardware"),
        SheetRow(82, "`FE 02` ends the link from the board's side"),
        SheetRow(87, "the DFU service has version 0.8"),
        SheetRow(91, "the settings of an RL end in `03 01`"),
        SheetRow(93, "the NAND statistics count page reads"),
        SheetRow(110, "the board's clock keeps within 50 ms"),
        SheetRow(122, "at rest the gyroscope reads less than 3.5 °/s"),
        SheetRow(124, "the BMI160 gives no samples below 12.5 Hz without undersampling"),
        SheetRow(128, "the radio's die reads 15 to 75 °C"),
        SheetRow(129, "a stopped barometer gives no fresh value"),
        SheetRow(130, "the magnetometer gives 3 samples in 4 s, or 30 in 8 s, by preset"),
        SheetRow(131, "a timer of period 0 is refused"),
        SheetRow(141, "corrected values lie on grids of 0.061072 °/s and 0.1 µT"),
        SheetRow(143, "an output can be added while fusion runs"),
        SheetRow(144, "quaternions come, and have length 1"),
        SheetRow(145, "NDoF steps 100 times a second"),
        SheetRow(160, "of 21 reads at once 18 to 20 are answered"),
        SheetRow(161, "NDoF works without waking the magnetometer"),
        SheetRow(162, "`FE 05` alone ends the link"),
        SheetRow(163, "the length grows within 2 s of logging"),
        SheetRow(164, "a length that reads 0 twice, 2 s apart, does not prove the end of a drop"),
        SheetRow(166, "values are within the limits of the vendor's hardware tests"),
        SheetRow(167, "a processor needs both halves of its subscription"),
    ]
}
