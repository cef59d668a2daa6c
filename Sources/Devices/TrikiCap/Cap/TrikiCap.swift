public import Bluetooth
public import Device
public import Motion
import Peripheral
public import Simulation

/// A Triki motion cap, model CAP001: its firmware, on its hardware, behind the peripheral seam.
public final class TrikiCap {
    /// What scenarios and reports call the product.
    public static let product = "Triki"
    /// Device information 2A24.
    public static let model = "CAP001"
    /// Those that were seen; the first unless told (protocol, triki 1.1).
    public static let firmwareRevisions = ["3.2.1-A", "3.2.1-B"]

    /// Who it is in the trace.
    public let name: String
    /// Its Bluetooth address, the same for its whole life.
    public let address: Address
    /// Decimal digits; part of the name on the air.
    public let serialNumber: String
    /// Device information 2A26.
    public let firmwareRevision: String
    /// The name on the air: `Triki` and the serial number unless it was given another one.
    public let localName: String
    /// How it differs from other caps.
    public let switches: TrikiSwitches
    /// How the sensors' chip moves, in its own axes.
    public let chip: MountedBody
    /// Acceleration of each frame, for the report.
    public let acceleration = MotionOutlet(.accelerometer)
    /// Angular rate of each frame, for the report.
    public let rotation = MotionOutlet(.gyroscope)

    let environment: any Environment
    let accelerometer: TriaxialSensor
    let gyroscope: TriaxialSensor
    let clock: Clock
    let sink: Trace
    var target = TargetID(index: 0)
    /// Of start noise and of bursts.
    var random: RandomStream

    /// Stale events of an earlier boot are told apart by it.
    var generation: UInt32 = 0
    /// How often it was reset, by whatever cause.
    public internal(set) var resets = 0
    var radio = RadioState.asleep
    /// Stale sleep timers are told apart by it.
    var wakefulness: UInt64 = 0
    /// What the accelerometer said at the last look for motion.
    var lastLook: RawSample?
    var isSupplyCut = false
    /// True while the button is down.
    public internal(set) var isButtonPressed = false
    /// Charge of the battery, 0 to 100 %.
    public internal(set) var batteryLevel = 100.0
    /// Whether the LED shines.
    public internal(set) var isLightOn = false

    /// Who sees what clients do with it.
    public var witness: (any DeviceWitness)?

    var link: (any PeripheralLink)?
    var connection: ConnectionID?
    var mtu = 23
    var isListening = false
    var isBatterySubscribed = false
    /// Stale battery timers are told apart by it.
    var batteryRun: UInt64 = 0
    /// Answers wait before frames.
    var answers: [[UInt8]] = []
    var buffer = StreamBuffer()
    var stream: Stream?
    var streams: UInt64 = 0
    /// Frames and parts of answers, in whatever packets they go: a frame is sent when the link has
    /// all of it, and dropped if it found the buffer full or fell into a silence.
    public internal(set) var notifications = NotificationCounts()

    /// A cap that wakes now: it can be found until it falls asleep.
    ///
    /// - Parameters:
    ///   - name: who it is in the trace.
    ///   - serialNumber: 1 to 14 digits; nil: made from the address.
    ///   - localName: at most 20 bytes; nil: `Triki` and the serial number.
    ///   - hasIdealSensors: whether the sensors only quantize.
    ///   - specimen: another number gives another specimen of the same chip.
    public init(
        name: String, address: Address, serialNumber: String? = nil,
        firmwareRevision: String = firmwareRevisions[0], localName: String? = nil,
        switches: TrikiSwitches = TrikiSwitches(), body: any Body, environment: any Environment,
        hasIdealSensors: Bool = false, specimen: Int = 0, in simulation: Simulation
    ) {
        self.name = name
        self.address = address
        let serial = serialNumber ?? String(UInt32(truncatingIfNeeded: address.value))
        self.serialNumber = serial
        self.localName = localName ?? "Triki \(serial)"
        self.switches = switches
        self.firmwareRevision = firmwareRevision
        self.environment = environment
        chip = MountedBody(body)
        func chance(_ purpose: String) -> RandomStream {
            RandomStream(seed: simulation.seed, purpose: "\(name)/\(specimen)/\(purpose)")
        }
        accelerometer = TriaxialSensor(.lsm6dslAccelerometer, random: chance("accelerometer"))
        gyroscope = TriaxialSensor(.lsm6dslGyroscope, random: chance("gyroscope"))
        accelerometer.isIdeal = hasIdealSensors
        gyroscope.isIdeal = hasIdealSensors
        random = chance("stream")
        clock = simulation.clock
        sink = simulation.trace
        target = clock.register(self)
        wake()
    }

    /// Virtual time.
    public var now: Instant { clock.now }

    /// What the firmware meets with silence: the trace says why, and so does the witness.
    func ignore(_ refusal: @autoclosure () -> CapRefusal) {
        guard sink.isOn || witness != nil else { return }
        let refusal = refusal()
        trace("\(refusal)")
        tell(.ignored(refusal))
    }

    /// Tells the witness, if there is one.
    @inline(__always) func tell(_ event: @autoclosure () -> DeviceEvent) {
        guard let witness else { return }
        witness.saw(event(), of: self, at: now)
    }

    func trace(_ text: @autoclosure () -> String) {
        if sink.isOn { sink.record(now, name, text()) }
    }
}

/// Whether and how a cap is on the air.
enum RadioState: Sendable {
    /// The radio is off; button and motion wake the cap.
    case asleep
    /// The firmware starts, or has no supply.
    case off
    case advertising
    case connected
}

/// A stream on its way.
struct Stream {
    /// Stale frames of an earlier stream are told apart by it.
    let number: UInt64
    let settings: StreamSettings
    /// When START came.
    let start: Instant
    /// Of the next frame, from 1.
    var next: Int64 = 1
    /// Frames of noise that are still to come.
    var noise: Int
    /// The rolling id of the next frame.
    var id: UInt8 = 0
    /// Whether the button was down in the frame before.
    var wasDown: Bool
    /// Delivery stands still: it is caught up.
    var isHeld = false
    /// The antenna is covered: what is made is lost.
    var isSilent = false
}
