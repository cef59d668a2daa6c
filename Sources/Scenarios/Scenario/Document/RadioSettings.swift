import Declaration

public struct RadioSettings: Section {
    public static let title = "radio"
    public static let about = """
        What the boards' radios can do. The defaults are those of a board and a phone without \
        extensions; hosts on the radio bring their own limits, and the smaller ones count.
        """
    public static let example = """
        radio: {data-length: 251, packets-per-event: 4}
        """

    /// How fast an in-process client's link is.
    public enum PHY: String, Choice {
        public static let title = "PHY"
        case oneMegabit = "1M"
        case twoMegabit = "2M"
    }

    public var dataLength = 27
    public var phy = PHY.oneMegabit
    public var packetsPerEvent = 6
    public var notificationBuffers = 8

    public static let keys = Keys(Self()) { keys in
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
