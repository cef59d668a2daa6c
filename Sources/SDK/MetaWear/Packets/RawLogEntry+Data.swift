public import Foundation

extension RawLogEntry {
    /// The one or two entries of a notification `[0B 07 …]`; none if it is too short.
    public static func parseAll(from notification: Data) throws -> [RawLogEntry] {
        parseAll(from: notification.span)
    }
}
