public import Foundation

/// A board that a scan found in its bootloader.
public struct MetaBootAdvertisement: Sendable, Hashable, Identifiable {
    /// The name that a bootloader advertises, unless somebody has built another one.
    static let standardName = "MetaBoot"

    /// Of the peripheral, the same as while its application runs.
    public let identifier: UUID
    /// The name in the advertisement; `MetaBoot` if there is none.
    public let name: String

    /// The identifier.
    public var id: UUID { identifier }

    /// An advertisement.
    public init(identifier: UUID, name: String = "MetaBoot") {
        self.identifier = identifier
        self.name = name
    }
}
