import Declaration
import Simulation
import YAML

/// Differences from the captured Triki cap.
package struct TrikiSettings: LocatedSection {
    package static let example =
        "triki: {status: rolling, chunking: frames, frames: 3, noise: false, sleep-after: 60 s}"

    /// The meaning of byte 1 of a frame.
    package enum Status: String, Choice {
        package static let title = "status byte"
        case button, rolling
        package var about: String {
            switch self {
            case .button: "1 while the button is down."
            case .rolling: "A counter from 0 to 15; the button is not reported."
            }
        }
    }

    /// How the stream is split into notifications.
    package enum Chunking: String, Choice {
        package static let title = "chunking"
        case cycle, frames, blocks
        package var about: String {
            switch self {
            case .cycle: "20, 20 and 2 bytes in turn, as captured."
            case .frames: "Whole frames, as many as `frames` says and the MTU allows."
            case .blocks: "8 bytes per notification."
            }
        }
    }

    /// The shape of a frame.
    package enum Layout: String, Choice {
        package static let title = "layout"
        case sensor = "14-byte"
        case block, blocks
        case footed = "16-byte"
        case mini, v2
        package var about: String {
            switch self {
            case .sensor: "Gyroscope and accelerometer, as every physical cap sends them."
            case .block: "8 bytes: the gyroscope."
            case .blocks: "Two blocks of 8 bytes: tilt, then gyroscope."
            case .footed: "Tilt, gyroscope, flags and a footer F7 or F8."
            case .mini: "2 bytes: flags and footer."
            case .v2: "20 bytes: tilt in hundredths, gyroscope."
            }
        }
    }

    package struct DropOuts: Section {
        package var bursts = false
        package var silence: Nanoseconds?
        package var every: Nanoseconds = .seconds(10)

        package static let keys = Keys(Self(), "drop-outs") { keys in
            keys.about =
                "How the stream of a cap is interrupted when it is held in a hand or a pocket."
            keys.optional(
                \.bursts, "bursts",
                "Whether delivery stalls for up to 100 ms about once a second and then catches up.")
            keys.optional(
                \.silence, "silence", in: .milliseconds(1)...(.seconds(3600)), otherwise: "never",
                "How long nothing is sent at all; samples measured meanwhile are lost.")
            keys.optional(
                \.every, "every", in: .milliseconds(1)...(.seconds(3600)),
                "Time from the start of one silence to the start of the next.")
        }
    }

    package var status = Status.button
    package var chunking = Chunking.cycle
    package var frames = 1
    package var layout = Layout.sensor
    package var noise = true
    package var ack = true
    package var dropOuts = DropOuts()
    package var sleepAfter: Nanoseconds = .seconds(10)
    package var mark = Mark.start

    package init() {}

    package static let keys = Keys(Self(), "triki") { keys in
        keys.about =
            "Options of a Triki cap: known differences between caps, and frame layouts that only"
            + " host libraries describe."
        keys.optional(\.status, "status", "The meaning of byte 1 of a frame.")
        keys.optional(\.chunking, "chunking", "How the stream is split into notifications.")
        keys.optional(
            \.frames, "frames", in: 1...17,
            "Frames per notification with `chunking: frames`, if the MTU allows them.")
        keys.optional(\.layout, "layout", "The shape of a frame.")
        keys.optional(\.noise, "noise", "Whether the first 20 frames after START are noise.")
        keys.optional(\.ack, "ack", "Whether START is answered with 21 00 00 00 00.")
        keys.optional(\.dropOuts, "drop-outs", otherwise: "none", "Interruptions of the stream.")
        keys.optional(
            \.sleepAfter, "sleep-after", in: .seconds(1)...Nanoseconds.longest,
            "How long after the last movement or press the cap advertises before it sleeps.")
    }
}
