import Motion
import Simulation

/// What a run looked like from outside, in pictures at a fixed distance of virtual time.
package struct RunRecording: Sendable, Equatable {
    /// A board at one moment.
    package struct Picture: Sendable, Equatable {
        /// How the board can be reached.
        package enum Link: UInt8, Sendable {
            case off, advertising, connected, unpowered
        }

        /// A unit quaternion in steps of 1/32767.
        package struct Attitude: Sendable, Equatable {
            package var w, x, y, z: Int16

            package init(_ orientation: Quaternion) {
                func steps(_ part: Double) -> Int16 {
                    Int16((max(-1, min(1, part)) * 32767).rounded())
                }
                w = steps(orientation.w)
                x = steps(orientation.x)
                y = steps(orientation.y)
                z = steps(orientation.z)
            }
        }

        /// Of the body, by the truth.
        package var pose: Attitude
        /// By the board's own sensor fusion; nil while it does not run.
        package var fused: Attitude?
        /// Brightness, 0 to 255.
        package var red: UInt8
        package var green: UInt8
        package var blue: UInt8
        package var link: Link
        package var isVibrating: Bool
        /// Used part of the log, 0 to 255.
        package var logFill: UInt8
        /// Charge of the battery in percent.
        package var battery: UInt8
        /// An index into ``RunRecording/words``.
        package var streams: UInt8
    }

    /// The pictures of one board.
    package struct Board: Sendable, Equatable {
        package var name: String
        package var model: String
        /// The first at virtual time zero.
        package var pictures: [Picture] = []
    }

    /// Between two pictures.
    package var interval: Nanoseconds
    /// In the order of the scenario; the first ones, if there are many.
    package var boards: [Board]
    /// Boards beyond those.
    package var moreBoards = 0
    /// What boards streamed, in words; the first is nothing.
    package var words = [""]
}
