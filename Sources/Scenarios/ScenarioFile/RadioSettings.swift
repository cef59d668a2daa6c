import Declaration

package struct RadioSettings: Section {
    package static let example = """
        radio: {data-length: 251, packets-per-event: 4}
        """

    /// The PHY of a scripted client's link.
    package enum PHY: String, Choice {
        package static let title = "PHY"
        case oneMegabit = "1M"
        case twoMegabit = "2M"
    }

    package var dataLength = 27
    package var phy = PHY.oneMegabit
    package var packetsPerEvent = 3
    package var notificationBuffers = 6

    package static let keys = Keys(Self(), "radio") { keys in
        keys.about = """
            The capabilities of the boards' radios. The defaults match a board and a phone without \
            extensions. Hosts on the radio have limits of their own, and the smaller ones apply.
            """
        keys.optional(
            \.dataLength, "data-length", in: 27...251,
            "The longest payload of a data packet in bytes. Above 27, the boards support the data "
                + "length extension.")
        keys.optional(\.phy, "phy", "The PHY of a scripted client's link.")
        keys.optional(
            \.packetsPerEvent, "packets-per-event", in: 1...100,
            "The most data packets in each direction per connection event; a short interval"
                + " allows fewer."
        )
        keys.optional(
            \.notificationBuffers, "notification-buffers", in: 1...100,
            "How many notifications a board's radio can queue before its firmware has to hold"
                + " them back."
        )
    }
}
