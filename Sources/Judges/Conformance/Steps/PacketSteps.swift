import Bluetooth
import Declaration
import Simulation
import YAML

package struct WriteStep: Section {
    package var packet = PacketText()
    package var to: BluetoothUUID?
    package var kind: WriteWay?
    package var fails: RefusalCode?

    package static let keys = Keys(Self(), "write") { keys in
        keys.about = """
            Writes bytes: to the command value of a MetaWear (packets of the macro module as requests, \
            others as commands), to RX of a cap.
            """
        keys.required(\.packet, "packet", principal: true, "The bytes.")
        keys.optional(
            \.to, "to", otherwise: "the command value, or RX", "The characteristic's UUID.")
        keys.optional(
            \.kind, "as", otherwise: "as clients of the device do", "With a response or without.")
        keys.optional(
            \.fails, "fails", otherwise: "it must not fail",
            "The error of the Attribute Protocol that the board must return.")
    }
}

/// How something is written.
package enum WriteWay: String, Choice {
    package static let title = "way of writing"
    case request, command
    package var about: String {
        self == .request ? "With a response." : "Without a response."
    }
}

package struct AskStep: Section {
    package static let example = """
        - ask:
            send: "0B 84"
            answer: "0B 84 tick:u32 uid:u8"
            where: [{field: uid, is: 0}]
        """

    package var packet = PacketText()
    package var answer = PacketPattern()
    package var within: Nanoseconds = .seconds(2)
    package var conditions: [Condition] = []

    package static let keys = Keys(Self(), "ask") { keys in
        keys.about = "Writes a request and reads its answer, which must arrive in time and match."
        keys.required(\.packet, "send", "The request.")
        keys.required(\.answer, "answer", "The expected answer.")
        keys.optional(
            \.within, "within", in: .milliseconds(1)...(.seconds(3600)), "How long it may take.")
        keys.list(\.conditions, "where", "Conditions on its fields.")
    }
}

package struct ExpectStep: Section {
    package var packet = PacketPattern()
    package var within: Nanoseconds = .seconds(2)
    package var conditions: [Condition] = []
    package var from: BluetoothUUID?
    package var passesOver = false
    package var isNext = false

    package static let keys = Keys(Self(), "expect") { keys in
        keys.about = """
            Reads the oldest unread packet that matches. One of the same module and register that does \
            not match is a failure, unless it is skipped.
            """
        keys.required(\.packet, "packet", principal: true, "The expected bytes.")
        keys.optional(
            \.within, "within", in: .milliseconds(1)...(.seconds(3600)), "How long it may take.")
        keys.list(\.conditions, "where", "Conditions on its fields.")
        keys.optional(
            \.from, "from", otherwise: "the device's notifications", "Of which characteristic.")
        keys.optional(
            \.passesOver, "pass-over",
            "Packets of the same register that do not match, or do not meet `where`, are skipped.")
        keys.optional(\.isNext, "next", "It must be the very next packet.")
    }
}

package struct StreamStep: Section {
    package static let example = """
        - stream:
            packet: "03 04 x:i16 y:i16 z:i16"
            for: 2 s
            at-least: 95
            at-most: 105
            mean: [{field: z, over: 16384, from: 0.95, to: 1.05, unit: g}]
        """

    package var packet = PacketPattern()
    package var duration: Nanoseconds = .seconds(1)
    package var atLeast = 1
    package var atMost = 1_000_000
    package var conditions: [Condition] = []
    package var means: [Condition] = []
    package var rising: [String] = []
    package var from: BluetoothUUID?

    package static let keys = Keys(Self(), "stream of packets") { keys in
        keys.about = """
            Reads every packet of a module and register for a while, from now on: all must match, and \
            their number must be right.
            """
        keys.required(\.packet, "packet", "What each packet must look like.")
        keys.required(
            \.duration, "for", in: .milliseconds(1)...(.seconds(86_400)), "How long.")
        keys.optional(\.atLeast, "at-least", in: 0...1_000_000, "The smallest number.")
        keys.optional(\.atMost, "at-most", in: 0...1_000_000, "The largest number.")
        keys.list(\.conditions, "where", "Conditions on the fields of each packet.")
        keys.list(\.means, "mean", "Conditions on the mean of a field over all packets.")
        keys.list(\.rising, "rising", "Fields that must not decrease from one packet to the next.")
        keys.optional(
            \.from, "from", otherwise: "the device's notifications", "Of which characteristic.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        guard atLeast > atMost else { return }
        reader.fail(
            "`at-least` is greater than `at-most`: \(atLeast) and \(atMost)", at: mark,
            fix: "swap them")
    }
}

package struct SilenceStep: Section {
    package var duration: Nanoseconds = .seconds(1)
    package var packet: PacketPattern?

    package static let keys = Keys(Self(), "silence") { keys in
        keys.about =
            "No matching packet may arrive for a while, nor be among those received and not"
            + " yet read."
        keys.required(
            \.duration, "for", in: .milliseconds(1)...(.seconds(86_400)), principal: true,
            "How long.")
        keys.optional(\.packet, "of", otherwise: "anything", "What must not arrive.")
    }
}

package struct ForgetStep: Section {
    package static let example = """
        - write: "03 01 00"
        - forget: 100 ms
        - silence: 1 s
        """

    package var duration = Nanoseconds.zero
    package var packet: PacketPattern?

    package static let keys = Keys(Self(), "forgetting") { keys in
        keys.about = """
            Discards packets that were received and not yet read, and those that arrive for a while, so \
            that later steps only see what arrives afterwards.
            """
        keys.optional(
            \.duration, "for", in: .zero...(.seconds(3600)), principal: true, otherwise: "no time",
            "How long to wait for packets that are still on their way.")
        keys.optional(\.packet, "of", otherwise: "everything", "What is discarded.")
    }
}
