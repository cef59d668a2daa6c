import Declaration
import Simulation
import YAML

/// How a Triki cap differs from the captured one.
package struct TrikiSettings: LocatedSection {
    package static let title = "triki"
    package static let about =
        "Switches of a Triki cap: what caps are known to differ in, and frames that only host"
        + " libraries believe in."
    package static let example =
        "triki: {status: rolling, chunking: frames, frames: 3, noise: false, sleep-after: 60 s}"

    /// What byte 1 of a frame says.
    package enum Status: String, Choice {
        package static let title = "status byte"
        case button, rolling
        package var about: String {
            switch self {
            case .button: "1 while the button is down."
            case .rolling: "A number that counts 0 to 15; the button is nowhere."
            }
        }
    }

    /// How the stream is cut into notifications.
    package enum Chunking: String, Choice {
        package static let title = "chunking"
        case cycle, frames, blocks
        package var about: String {
            switch self {
            case .cycle: "20, 20 and 2 bytes in turn, as captured."
            case .frames: "Whole frames, as many as `frames` says and the MTU allows."
            case .blocks: "8 bytes a notification."
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
        package static let title = "drop-outs"
        package static let about = "How the stream of a cap falters in a hand or a pocket."

        package var bursts = false
        package var silence: Nanoseconds?
        package var every: Nanoseconds = .seconds(10)

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.bursts, "bursts",
                "Whether delivery stands still for up to 100 ms about once a second, and catches up"
                    + " at once.")
            keys.optional(
                \.silence, "silence", in: .milliseconds(1)...(.seconds(3600)), otherwise: "never",
                "How long nothing is sent at all; what is measured meanwhile is lost.")
            keys.optional(
                \.every, "every", in: .milliseconds(1)...(.seconds(3600)),
                "From the beginning of one silence to that of the next.")
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

    package static let keys = Keys(Self()) { keys in
        keys.optional(\.status, "status", "What byte 1 of a frame says.")
        keys.optional(\.chunking, "chunking", "How the stream is cut into notifications.")
        keys.optional(
            \.frames, "frames", in: 1...17,
            "Frames of a notification with `chunking: frames`, if the MTU allows them.")
        keys.optional(\.layout, "layout", "The shape of a frame.")
        keys.optional(\.noise, "noise", "Whether the first 20 frames after START are noise.")
        keys.optional(\.ack, "ack", "Whether START is answered by 21 00 00 00 00.")
        keys.optional(\.dropOuts, "drop-outs", otherwise: "none", "How the stream falters.")
        keys.optional(
            \.sleepAfter, "sleep-after", in: .seconds(1)...Nanoseconds.longest,
            "How long the cap can be found, moved or pressed last, before it sleeps.")
    }
}
