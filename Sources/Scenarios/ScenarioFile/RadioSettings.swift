import Declaration

package struct RadioSettings: Section {
    package static let title = "radio"
    package static let about = """
        What the boards' radios can do. The defaults are those of a board and a phone without \
        extensions; hosts on the radio bring their own limits, and the smaller ones count.
        """
    package static let example = """
        radio: {data-length: 251, packets-per-event: 4}
        """

    /// How fast an in-process client's link is.
    package enum PHY: String, Choice {
        package static let title = "PHY"
        case oneMegabit = "1M"
        case twoMegabit = "2M"
    }

    package var dataLength = 27
    package var phy = PHY.oneMegabit
    package var packetsPerEvent = 6
    package var notificationBuffers = 8

    package static let keys = Keys(Self()) { keys in
        keys.optional(
            \.dataLength, "data-length", in: 27...251,
            "The longest payload of a data packet in bytes; above 27, the boards have the data "
                + "length extension.")
        keys.optional(\.phy, "phy", "How fast an in-process client's link is.")
        keys.optional(
            \.packetsPerEvent, "packets-per-event", in: 1...100,
            "The most data packets each way in a connection event; a short interval allows fewer.")
        keys.optional(
            \.notificationBuffers, "notification-buffers", in: 1...100,
            "How many notifications wait in a board's radio before its firmware keeps them back.")
    }
}
