public import Bluetooth
public import Device
public import Motion
import Peripheral
public import Simulation
import Wire

/// A MetaWear board: its firmware, on its hardware, behind the peripheral seam.
public final class MetaWearBoard {
    /// Its name in the trace.
    public let name: String
    /// Its product and firmware.
    public let profile: BoardProfile
    /// The quirks that are on.
    public let quirks: Set<Quirk>
    /// Its Bluetooth address, the same for its whole life.
    public let address: Address
    /// Device information 2A25: six hexadecimal digits.
    package let serialNumber: String
    /// What is soldered or wired to it.
    public let hardware: Hardware
    /// What survives a reset.
    public let flash: Flash
    let simulation: SimulationHandle
    let oscillator: Oscillator
    /// Made last, because it looks at the whole board.
    private(set) var supply: PowerSupply?
    private(set) lazy var lifetime = Lifetime(of: self)

    /// When the firmware last came out of a reset.
    @exclusivity(unchecked) package internal(set) var bootTime: Instant
    /// Resets of any cause.
    public internal(set) var resets = 0
    /// Why it last started (protocol, core 9, register 0B).
    var resetReason = ResetReason.powerOn
    /// The name that the firmware starts with.
    var startName = "MetaWear"
    /// Changes at every boot, so that events of an earlier one are ignored.
    @exclusivity(unchecked) var generation: UInt32 = 0

    @exclusivity(unchecked) var modules: [InstalledModule] = []
    /// Position in `modules` plus one by module id; 0 is absent.
    var moduleIndex = [UInt8](repeating: 0, count: 256)

    /// The logging module, which every datum goes to.
    private(set) var logging: Logging?
    /// The processors and events, which every datum goes to.
    private(set) var processors: DataProcessor?
    private(set) var events: Events?
    /// Receives every inertial and magnetic sample.
    private(set) var fusion: SensorFusion?

    /// Observes what clients do with it.
    public var witness: (any DeviceWitness)? { didSet { isWatched = witness != nil } }
    /// Whether there is a witness; asked with every packet.
    @exclusivity(unchecked) private(set) var isWatched = false

    @exclusivity(unchecked) var link: (any PeripheralLink)?
    @exclusivity(unchecked) var connection: ConnectionID?
    var connectionParameters: ConnectionParameters?
    @exclusivity(unchecked) var isListening = false
    var isBatterySubscribed = false
    /// Distinguishes the notifications of one subscription to the battery level from those of the
    /// next.
    var batteryRound: UInt64 = 0
    /// The packet that was notified last, which a read of the notification value returns.
    @exclusivity(unchecked) var lastPacket = ShortBytes()
    var radioState = RadioState.advertising
    /// What is on the air: settings apply at the next advertising start, not before.
    var advertised: Advertisement?
    var pendingReset: PendingReset?
    /// The bootloader while it runs; nil while the application does.
    var metaBoot: MetaBoot? {
        didSet { if (oldValue == nil) != (metaBoot == nil) { link?.servicesChanged() } }
    }
    /// `FE 07` was sent: the next reset goes to power-down.
    var isPowerSaveArmed = false
    var isPoweredDown = false
    /// The supply is cut: neither button nor charger wakes the board.
    var isSupplyCut = false

    /// The USB cable that is plugged in.
    var cable: USBCable? { didSet { isUSBOpen = cable?.isOpen == true } }
    /// Whether a host uses the cable; asked with every packet.
    @exclusivity(unchecked) private(set) var isUSBOpen = false
    /// Modules with faults, by id.
    var moduleFaults: [UInt8: ModuleFault] = [:]
    var latePackets = LatePackets()
    var reads = ReadBurst()
    /// Connections after a reset that the board will miss.
    var connectionsToMiss = 0

    /// True once the application has started.
    var isBooted = true
    /// The read bits of the request being executed, for a module that answers it later.
    var readFlags = SignalKey.loud

    @exclusivity(unchecked) var outbox: Outbox
    /// Commands that the board has given itself.
    @exclusivity(unchecked) var commands = CommandQueue()
    /// The depth of the running firmware calls.
    @exclusivity(unchecked) var callDepth = 0
    /// Every stream that a sensor produces, for the report.
    package internal(set) var outlets: [SignalOutlet] = []
    /// Outputs of data processors that are watched.
    @exclusivity(unchecked) private(set) var watchedOutputs: [SignalOutlet] = []
    /// Called with every datum, wherever it goes; for somebody who watches the board from outside.
    package var onDatum: ((SignalKey, ShortBytes) -> Void)? {
        didSet { isOverheard = onDatum != nil }
    }
    /// Whether somebody does; asked with every datum.
    @exclusivity(unchecked) private(set) var isOverheard = false
    /// The fate of all its notifications.
    @exclusivity(unchecked) public internal(set) var notifications = NotificationCounts()

    /// A board that is switched on now.
    ///
    /// - Parameters:
    ///   - specimen: another number gives another specimen of the same chips.
    ///   - chipFast: how much faster than its data sheet the chip samples acceleration and
    ///     rotation, 0.005 for half a percent; nil: as the specimen does, and not at all if ideal.
    ///   - clockDrift: how much faster than the world's its own clock runs, in parts per million.
    ///   - storage: keeps the flash beyond the process; nil keeps it in memory.
    public init(
        _ profile: BoardProfile, name: String, address: Address, serialNumber: String? = nil,
        quirks: Set<Quirk>? = nil, body: any Body, environment: any Environment,
        sensors: SensorQuality = .realistic, specimen: Int = 0, chipFast: Double? = nil,
        clockDrift: Double = 0, storage: (any FlashStorage)? = nil, in simulation: Simulation
    ) {
        self.name = name
        self.profile = profile
        self.quirks = quirks ?? profile.quirks
        self.address = address
        self.serialNumber =
            serialNumber ?? String(address.description.filter { $0 != ":" }.suffix(6))
        hardware = Hardware(
            chip: profile.inertialChip, battery: profile.battery,
            pins: profile.information(GPIO.id).map { GPIO.capabilities($0).count } ?? 0,
            body: body, environment: environment, sensors: sensors, chipFast: chipFast,
            random: { [seed = simulation.seed] in
                RandomStream(seed: seed, purpose: "\(name)/\(specimen)/\($0)")
            })
        flash = Flash(geometry: profile.flash, storage: storage)
        outbox = Outbox(capacity: profile.notificationBuffers)
        self.simulation = SimulationHandle(simulation)
        oscillator = Oscillator(partsPerMillion: clockDrift)
        bootTime = simulation.now
        self.simulation.target = simulation.clock.register(self)
        if flash.firmware.hasApplication {
            // A board that comes with a kept flash was switched off in between.
            flash.boot(advanceUID: flash.log.hasBootedBefore && !has(.resetUIDStays))
        } else {
            metaBoot = MetaBoot(profile, revision: bootloaderRevision)
        }
        installModules()
        if metaBoot == nil { runBootMacros() }
        if radioState == .advertising { startAdvertising() }
        supply = PowerSupply(self, clock: clock)
        supply?.settle()
    }

    var clock: Clock { simulation.clock }
    /// Virtual time.
    public var now: Instant { simulation.clock.now }

    func has(_ quirk: Quirk) -> Bool { quirks.contains(quirk) }

    func installModules() {
        let kept = modules
        modules = []
        modules.reserveCapacity(profile.modules.count)
        for entry in profile.modules {
            var information = entry.information
            if entry.id == Logging.id, has(.manyLoggers), !information.extra.isEmpty {
                information.extra[0] = 32
            }
            modules.append(
                InstalledModule(
                    id: entry.id, name: entry.name, information: information,
                    module: entry.make?(information, self)))
            moduleIndex[Int(entry.id)] = UInt8(modules.count)
        }
        for outlet in outlets { outlet.isSubscribed = false }
        logging = module()
        processors = module()
        events = module()
        fusion = module()
        if has(.loggersSurviveReset), let logging {
            let before = kept.first { $0.id == Logging.id }?.module as? Logging
            logging.loggers = before?.loggers ?? []
        }
    }

    /// The installed module of a type.
    func module<M: Module>(_: M.Type = M.self) -> M? {
        let index = Int(moduleIndex[Int(M.id)])
        return index == 0 ? nil : modules[index - 1].module as? M
    }

    /// The stream of a signal, one for the life of the board, over every reset.
    func outlet(_ key: SignalKey) -> SignalOutlet {
        if let known = outlets.first(where: { $0.key == key }) { return known }
        let outlet = SignalOutlet(key)
        outlets.append(outlet)
        return outlet
    }

    /// The output of a data processor as a stream, whichever processor has the id; counted from
    /// the first call on.
    package func watchOutput(of processor: UInt8) -> SignalOutlet {
        let key = SignalKey(DataProcessor.id, 0x03, processor)
        if let known = watchedOutputs.first(where: { $0.key == key }) { return known }
        let outlet = SignalOutlet(key)
        watchedOutputs.append(outlet)
        return outlet
    }

    /// Reports what the firmware does not answer, to the trace and to the witness.
    func ignore(_ obstacle: Obstacle, _ why: @autoclosure () -> String) {
        guard simulation.trace.isOn || isWatched else { return }
        let refusal = Refusal.refused(obstacle, why())
        trace("\(refusal)")
        tell(.ignored(Refused(refusal)))
    }

    /// Reports to the witness, if there is one.
    @inline(__always) func tell(_ event: @autoclosure () -> DeviceEvent) {
        guard isWatched, let witness else { return }
        witness.saw(event(), of: self, at: now)
    }

    func trace(_ text: @autoclosure () -> String) {
        if simulation.trace.isOn { simulation.trace.record(now, name, text()) }
    }
}

struct InstalledModule {
    let id: UInt8
    let name: String
    let information: ModuleInformation
    /// nil for a module that is not modelled yet.
    let module: (any Module)?
    /// One bit for each register whose notification is on.
    var subscriptions: UInt64 = 0
}

/// A board's place in a simulation. Holds the clock, not the simulation: the simulation ends with
/// its owner.
final class SimulationHandle {
    let clock: Clock
    let trace: Trace
    var target = TargetID(index: 0)

    init(_ simulation: Simulation) {
        clock = simulation.clock
        trace = simulation.trace
    }
}
