public import Foundation

/// What a host found out about a board, kept between two connections: with it the next one needs no discovery.
///
/// As JSON its keys are the properties' names, sorted, its date ISO 8601 in whole seconds, and a module its number.
public struct MWBoardState: Sendable, Equatable, Codable {
    /// The version of the JSON that this code writes.
    public static let currentSchemaVersion = 1

    /// The version of the JSON that it was read from.
    public let schemaVersion: Int
    /// The board's five strings.
    public let deviceInformation: MWDeviceInformation
    /// The modules that answered.
    public let modules: [MWModuleInfo]
    /// When the board started, by the host's clock; nil if the board was not asked.
    public let logReferenceDate: Date?

    /// What is known of a board now.
    public init(
        deviceInformation: MWDeviceInformation, modules: [MWModuleInfo], logReferenceDate: Date?
    ) {
        schemaVersion = Self.currentSchemaVersion
        self.deviceInformation = deviceInformation
        self.modules = modules
        self.logReferenceDate = logReferenceDate
    }

    /// The modules by number; of two with the same number the later counts.
    public var modulesByOpcode: [MWModule: MWModuleInfo] {
        Dictionary(modules.map { ($0.module, $0) }) { _, later in later }
    }

    /// Whether this still holds for a board with this information: firmware, hardware and model are the same.
    public func isCompatible(with information: MWDeviceInformation) -> Bool {
        BoardDescription(deviceInformation: deviceInformation).isCompatible(with: information)
    }

    /// The state as JSON, the same bytes for the same state.
    public func encode() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(self)
    }

    /// Reads what ``encode()`` wrote.
    ///
    /// - Throws: `MWError.operationFailed` if the data are damaged or come from a newer version.
    public static func decode(_ data: Data) throws -> MWBoardState {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let state: MWBoardState
        do {
            state = try decoder.decode(MWBoardState.self, from: data)
        } catch {
            throw MWError.operationFailed("not a valid board state: \(error)")
        }
        guard state.schemaVersion <= currentSchemaVersion else {
            throw MWError.operationFailed(
                "the board state has version \(state.schemaVersion); this SDK reads versions up to"
                    + " \(currentSchemaVersion)")
        }
        return state
    }
}
