public import Foundation
public import MetaWearProtocol
public import MetaWearTransport

/// A board: connect to it, then stream its sensors, read values, send commands, use its log.
///
/// Every call can be cancelled at any time. A lost link fails all that wait for the board at once. Calls that start
/// or stop streams and recordings take turns; the others run side by side.
public actor MetaWearDevice {
    /// Of the peripheral: the same on every radio.
    public nonisolated let identifier: UUID

    /// What the device is doing.
    public internal(set) var state: DeviceState = .disconnected
    /// The board's five strings; nil before the first connection. They survive a disconnection.
    public internal(set) var deviceInfo: MWDeviceInformation?
    /// What the board has. It survives a disconnection.
    public internal(set) var modules: [MWModule: MWModuleInfo] = [:]
    /// What both say, once it was asked for; nil again when one of them changes.
    var knownBoard: BoardDescription?
    /// Called once when the link is lost without ``disconnect()``. To set it, extend the actor with a method.
    public var onUnexpectedDisconnect: (@Sendable (any Error) -> Void)?
    /// How many unread samples a stream holds; beyond it the oldest are dropped and counted. Holds
    /// for streams that start from now on.
    public var streamCapacity = 65_536

    package nonisolated let transport: any BLETransport
    let router: MWProtocolLayer
    /// Counts connections, so that what belongs to an earlier one changes nothing in a later.
    var session = 0
    /// Why the last connection was lost; nil since the next one was begun.
    var lossError: (any Error)?
    /// The connection that the board was asked to end.
    var expectedEnd: ExpectedEnd?
    /// When the board started, by the host's clock; nil if unknown.
    var logAnchor: LogAnchor?
    /// Entries that were received and not handed out yet.
    var backlog: LogBacklog?
    /// The download under way, and the connection that it belongs to.
    var readout: (session: Int, task: Task<Void, Never>)?
    /// The loggers of everything that this host has started to record, by key. They survive a disconnection.
    var loggerRegistry: [String: [LoggerChunk]] = [:]
    /// The streams that run.
    var streams: [PacketKey: ActiveStream] = [:]
    /// Streams that an earlier link has ended: the board may still run their sensors.
    var leftRunning: [PacketKey: ActiveStream] = [:]
    /// The board's clock when it was read last, to see whether it has started again since.
    var lastClock: LogTimeReading?
    let drops = DropCounter()
    /// Calls that wait for their turn.
    var turns: [Line: CallQueue] = [:]
    /// Registers that several streams share.
    var fanOuts: [PacketKey: FanOut] = [:]

    /// A device that is not connected.
    ///
    /// - Parameters:
    ///   - identifier: from a scan, or `UUID(bluetoothAddress:)`.
    ///   - transport: the link to the board, of a radio or of a test.
    public init(identifier: UUID, transport: any BLETransport) {
        self.identifier = identifier
        self.transport = transport
        router = MWProtocolLayer(transport: transport)
    }

    deinit { router.close() }

    /// Whether the board has a gyroscope.
    public var hasGyroscope: Bool { has(.gyro) }
    /// Whether the board has a magnetometer.
    public var hasMagnetometer: Bool { has(.magnetometer) }
    /// Whether the board has a barometer.
    public var hasBarometer: Bool { has(.barometer) }
    /// Whether the board has a sensor fusion.
    public var hasSensorFusion: Bool { has(.sensorFusion) }

    /// What the board says of a module; nil before the first connection.
    public func moduleInfo(for module: MWModule) -> MWModuleInfo? { modules[module] }

    /// How many samples streams have dropped since the connection, because they were not read in time.
    public var droppedSamples: Int { drops.count }

    func has(_ module: MWModule) -> Bool { modules[module]?.isPresent ?? false }

    /// - Throws: `MWError.operationFailed` if the board has no such module.
    func require(_ module: MWModule) throws {
        guard has(module) else {
            throw MWError.operationFailed("this board has no module \(module.name)")
        }
    }

    /// - Throws: `MWError.invalidState` without a link; `call` names what needs one.
    func requireLink(_ call: String) throws {
        guard state != .disconnected, state != .connecting else {
            throw MWError.invalidState("\(call) needs a connected device; it is \(state.text)")
        }
    }
}
