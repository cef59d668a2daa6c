import Declaration
import Simulation
import YAML

extension Step {
    package struct Scan: Section {
        package static let title = "scan"
        package static let about = "Listens for advertisements, and asks for scan responses."

        package var duration: Nanoseconds = .seconds(2)

        package static let keys = Keys(Self()) { keys in
            keys.optional(\.duration, "for", in: Step.waits, principal: true, "How long.")
        }
    }

    package struct Connect: Section {
        package static let title = "connect"
        package static let about =
            "Waits for a board's advertisement, connects, exchanges the MTU, discovers services and"
            + " enables notifications."
        package static let example = "- connect: {board: wrist, interval: 7.5 ms, mtu: 247}"

        package var board = Reference(.board)
        package var interval = Nanoseconds.microseconds(15_000)
        package var latency = 0
        package var timeout: Nanoseconds = .seconds(6)
        package var mtu = 247
        package var pair: Pair?
        package var within: Nanoseconds = .seconds(30)

        package static let keys = Keys(Self()) { keys in
            keys.reference(\.board, "board", principal: true, "Which board.")
            keys.optional(
                \.interval, "interval", in: .microseconds(7_500)...(.seconds(4)),
                "Between connection events.")
            keys.optional(
                \.latency, "latency", in: 0...499,
                "How many connection events the board may sleep through.")
            keys.optional(
                \.timeout, "timeout", in: .milliseconds(100)...(.seconds(32)),
                "The link is lost after so long without a packet.")
            keys.optional(\.mtu, "mtu", in: 23...517, "The ATT MTU that the client offers.")
            keys.optional(
                \.pair, "pair", otherwise: "no pairing",
                "Pairs before the notifications are enabled, or encrypts with the keys of an"
                    + " earlier link; so does `reconnect`.")
            keys.optional(
                \.within, "within", in: Step.waits, "After this long without a link the step fails."
            )
        }

        package func check(_ reader: Reader, at mark: Mark) {
            // Core Vol 6, Part B, 4.5.2.
            guard timeout <= interval * Int64(2 * (latency + 1)) else { return }
            reader.fail(
                "the timeout is too short for this interval and latency", at: mark,
                mend: "make `timeout` longer than \((interval * Int64(2 * (latency + 1))).text)")
        }
    }

    package struct Initialise: Section {
        package static let title = "initialise"
        package static let about =
            "Does what a MetaWear library does first: reads device information, asks every module"
            + " what it is, and reads the log's clock."

        package var within: Nanoseconds = .seconds(10)

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.within, "within", in: Step.waits,
                "After this long without the last answer the step fails.")
        }
    }

    /// Connects again to the board whose link was lost.
    package struct Reconnect: Section {
        package static let title = "reconnect"
        package static let about =
            "Connects again as before, and reads firmware revision and clock of the log."

        package var within: Nanoseconds = .seconds(60)

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.within, "within", in: Step.waits, principal: true,
                "After this long without a link the step fails.")
        }
    }

    package struct Disconnect: Section {
        package static let title = "disconnect"
        package static let about = "Closes the link from the client's side."
        package static let example = "- disconnect: {silently: true}"

        package var isSilent = false

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.isSilent, "silently",
                "Whether the client is gone without a word, as when a phone's Bluetooth crashes:"
                    + " the board takes the link for open until the supervision timeout, and does"
                    + " not advertise before.")
        }
    }
}
