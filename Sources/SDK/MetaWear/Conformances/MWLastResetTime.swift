public import Foundation

/// When a board started, asked for by its clock.
public struct MWLastResetTime: MWPollable {
    /// The bits of the number that counts the board's starts.
    public static let resetUIDMask: UInt8 = LogTick.resetUIDMask

    /// When the board started, and which start it was.
    public struct Reading: Sendable, Equatable {
        /// By the host's clock.
        public let epoch: Date
        /// 0 to 7, one more at each start.
        public let resetUID: UInt8

        /// A reading; of the number three bits count.
        public init(epoch: Date, resetUID: UInt8) {
            self.epoch = epoch
            self.resetUID = resetUID & MWLastResetTime.resetUIDMask
        }
    }

    /// The question has no choices.
    public init() {}
    /// Logging.
    public var module: MWModule { .logging }
    /// 04.
    public var dataRegister: UInt8 { LogCommand.readTime.register }
    /// `[0B 84]`.
    public var readCommand: Data { LogCommand.readTime.data }

    /// Reads tick and number; the tick is taken from the present time.
    ///
    /// - Throws: `MWError.operationFailed` for fewer than seven bytes.
    public func parseSample(from packet: Data) throws -> Reading {
        let time = try LogTimeReading(answer: [UInt8](packet))
        guard let uid = time.resetUID else {
            throw MWError.operationFailed(
                "the time of the last reset needs a packet of 7 bytes, got \(packet.count)")
        }
        return Reading(epoch: time.bootDate(at: Date()), resetUID: uid)
    }
}

extension LogTimeReading {
    /// When the board's clock was zero, if it was read at `date`.
    func bootDate(at date: Date) -> Date { date - uptime / .seconds(1) }
}
