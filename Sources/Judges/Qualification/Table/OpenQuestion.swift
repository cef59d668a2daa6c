/// A question that only a real board can answer: section 16 of the sheet.
package struct OpenQuestion: Sendable {
    package var number: Int
    package var text: String
    /// Why no experiment answers it; nil if one may.
    package var obstacle: String?

    init(_ number: Int, _ text: String, obstacle: String? = nil) {
        self.number = number
        self.text = text
        self.obstacle = obstacle
    }

    /// In the order of the sheet.
    package static let all = [
        OpenQuestion(1, "Does `0B 0D` follow a drop of the log?"),
        OpenQuestion(2, "What do length, enable and triggers read while a drop is being erased?"),
        OpenQuestion(3, "How long does a flush take?"),
        OpenQuestion(4, "Does the LED go out when the link ends?"),
        OpenQuestion(5, "How long is the board off the air after `FE 05`?"),
        OpenQuestion(6, "How many notifications are there in a connection event?"),
        OpenQuestion(
            7, "How deep is the queue of notifications?",
            obstacle: "a host cannot stall its own link; it takes a sniffer or a shielded box"),
        OpenQuestion(8, "Are pages reported with a report interval of 0?"),
        OpenQuestion(9, "Can a page that was sent and not confirmed be read again?"),
        OpenQuestion(10, "When does MetaBoot start the application by itself?"),
        OpenQuestion(
            11, "With which status is an image refused?",
            obstacle: "a refused image may leave the board without firmware"),
        OpenQuestion(12, "Which firmware is it?"),
        OpenQuestion(13, "Does NDoF work as the first thing after a reset, without `15 01 00`?"),
        OpenQuestion(14, "How many of 21 reads at once are answered?"),
        OpenQuestion(15, "Does `FE 05` alone end the link?"),
        OpenQuestion(16, "Which rate does a reserved rate code of the gyroscope give?"),
    ]
}
