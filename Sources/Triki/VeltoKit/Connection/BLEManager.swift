/// Finds a cap, connects to it, starts its stream, and opens the link again (protocol, triki-motion 2).
///
/// A state machine: events of the radio and the time go in, operations of the radio come out.
public struct BLEManager {
    /// How far the connection is.
    public enum State: String, Sendable, CaseIterable {
        case idle
        case bluetoothOff
        case scanning
        case connecting
        case discovering
        case connected
        /// The device is no cap, or could not be read.
        case error
    }

    /// Seconds without a packet after which a cap in low power is started again.
    public static let wakeSilence = 4.0
    /// Least time between two such starts, in seconds.
    public static let wakeInterval = 5.0
    /// The rate that START asks for, in Hz.
    public static let rate: UInt16 = 52

    /// Most devices that a scan lists; the first cap is listed even beyond that.
    public static let mostListed = 1024

    /// How far it is.
    public private(set) var state = State.idle
    /// Every device that the scan found, in order.
    public private(set) var discovered: [DiscoveredCap] = []
    /// The device of the link, or of the last one.
    public private(set) var remembered: DiscoveredCap?

    private let traits: VersionTraits
    private let radio: (any CapRadio)?
    private var hasStarted = false
    private var wasDisconnectedByUser = false
    private var reconnectTime: Double?
    private var lastWake = -Double.infinity

    /// A manager of a radio; nil: a machine without one.
    ///
    /// - Parameter remembered: the device of an earlier manager's last link.
    public init(
        _ version: VeltoVersion = .seed, radio: (any CapRadio)?, remembered: DiscoveredCap? = nil
    ) {
        traits = version.traits
        self.radio = radio
        self.remembered = remembered
    }

    /// Whether a device is remembered, so that `connect` needs no scan.
    public var hasCachedDevice: Bool { remembered != nil }

    /// Looks for a cap; with the newest version, opens a remembered one directly.
    ///
    /// While the radio is off nothing starts, and nothing is retried when it comes on.
    public mutating func connect() {
        wasDisconnectedByUser = false
        guard let radio, radio.isOn else {
            state = .bluetoothOff
            return
        }
        guard state != .connected, state != .connecting, state != .discovering else { return }
        if traits.reconnectDelay != nil, state == .idle, let remembered {
            open(remembered)
        } else {
            scan()
        }
    }

    /// Opens the remembered device without a scan; does nothing without one.
    public mutating func connectLastDevice() {
        guard let remembered, let radio, radio.isOn, state != .connected else { return }
        wasDisconnectedByUser = false
        open(remembered)
    }

    /// Closes the link, or stops what leads to one. STOP is not written, and the link counts as open
    /// until the radio reports that it is closed.
    public mutating func disconnect() {
        wasDisconnectedByUser = true
        reconnectTime = nil
        switch state {
        case .scanning:
            radio?.perform(.stopScan)
            forget()
        case .connecting, .discovering, .connected, .error:
            if let remembered { radio?.perform(.cancelConnection(remembered)) }
        case .idle, .bluetoothOff: forget()
        }
    }

    /// Takes an event of the radio at `now`, in seconds.
    public mutating func handle(_ event: RadioEvent, at now: Double) {
        switch event {
        case .power(let isOn):
            if !isOn {
                forget()
                state = .bluetoothOff
            } else if state == .bluetoothOff {
                state = .idle
            }
        case .discovered(let device): discover(device)
        case .connected:
            guard state == .connecting else { return }
            state = .discovering
            radio?.perform(.discoverServices)
        case .services(let hasUART):
            guard state == .discovering else { return }
            if hasUART { radio?.perform(.discoverCharacteristics) } else { state = .error }
        case .characteristics(let hasUART):
            guard state == .discovering else { return }
            guard hasUART else {
                state = .error
                return
            }
            radio?.perform(.subscribe)
            start()
            state = .connected
        case .subscribed:
            guard state == .connected, traits.repeatsStart, !hasStarted else { return }
            hasStarted = true
            start()
        case .notified: break
        case .failedToConnect, .disconnected:
            forget()
            if let delay = traits.reconnectDelay, !wasDisconnectedByUser {
                reconnectTime = now + delay
            }
        }
    }

    /// Does what time brings: a reconnection, or a start of a cap that fell silent.
    public mutating func advance(to now: Double, silence: Double?, mode: BLEMode) {
        if let time = reconnectTime, now >= time {
            reconnectTime = nil
            if radio?.isOn == true {
                if let remembered { open(remembered) } else { scan() }
            }
        }
        guard traits.wakesSilentCap, state == .connected, mode == .lowPower, let silence,
            silence > Self.wakeSilence, now - lastWake >= Self.wakeInterval
        else { return }
        lastWake = now
        start()
    }

    private mutating func scan() {
        discovered = []
        state = .scanning
        radio?.perform(.scan)
    }

    private mutating func discover(_ device: DiscoveredCap) {
        guard state == .scanning else { return }
        let isFirstCap = device.isLikely && !discovered.contains(where: \.isLikely)
        if !discovered.contains(device), discovered.count < Self.mostListed || isFirstCap {
            discovered.append(device)
        }
        let likely = discovered.filter(\.isLikely)
        guard likely.count == 1, let found = likely.first else { return }
        radio?.perform(.stopScan)
        open(found)
    }

    private mutating func open(_ device: DiscoveredCap) {
        remembered = device
        state = .connecting
        hasStarted = false
        radio?.perform(.connect(device))
    }

    private func start() {
        radio?.perform(.write(CapCommand.initialize, withResponse: true))
        radio?.perform(.write(CapCommand.start(hertz: Self.rate), withResponse: false))
    }

    private mutating func forget() {
        state = .idle
        hasStarted = false
        lastWake = -.infinity
    }
}
