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
    /// The known ones; the first is the default (protocol, triki 1.1).
    public static let firmwareRevisions = ["3.2.1-A", "3.2.1-B"]

    /// Its name in the trace.
    public let name: String
    /// Its Bluetooth address, the same for its whole life.
    public let address: Address
    /// Decimal digits; part of the name on the air.
    public let serialNumber: String
    /// Device information 2A26.
    public let firmwareRevision: String
    /// The advertised name: `Triki` and the serial number by default.
    public let localName: String
    /// How it differs from other caps.
    public let switches: TrikiSwitches
    /// The motion of the sensor chip, in its own axes.
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
    /// For start noise and bursts.
    var random: RandomStream

    /// Changes at every boot, so that events of an earlier one are ignored.
    var generation: UInt32 = 0
    /// Resets of any cause.
    public internal(set) var resets = 0
    var radio = RadioState.asleep
    /// Changes at every wake-up, so that earlier sleep timers are ignored.
    var wakefulness: UInt64 = 0
    /// The acceleration at the last check for motion.
    var lastLook: RawSample?
    var isSupplyCut = false
    /// True while the button is down.
    @exclusivity(unchecked) public internal(set) var isButtonPressed = false
    /// Charge of the battery, 0 to 100 %.
    public internal(set) var batteryLevel = 100.0
    /// Whether the LED shines.
    public internal(set) var isLightOn = false

    /// Observes what clients do with it.
    public var witness: (any DeviceWitness)?

    var link: (any PeripheralLink)?
    @exclusivity(unchecked) var connection: ConnectionID?
    @exclusivity(unchecked) var mtu = 23
    @exclusivity(unchecked) var isListening = false
    var isBatterySubscribed = false
    /// Changes with every subscription, so that earlier battery timers are ignored.
    var batteryRun: UInt64 = 0
    /// Answers are sent before frames.
    var answers: [[UInt8]] = []
    var buffer = StreamBuffer()
    @exclusivity(unchecked) var stream: Stream?
    var streams: UInt64 = 0
    /// Frames and parts of answers, however they are packed: a frame counts as sent when the link
    /// has all of it, and as dropped if the buffer was full or it fell into a silence.
    @exclusivity(unchecked) public internal(set) var notifications = NotificationCounts()

    /// A cap that wakes now: it advertises until it falls asleep.
    ///
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

    /// Reports what the firmware does not answer, to the trace and to the witness.
    func ignore(_ refusal: @autoclosure () -> CapRefusal) {
        guard sink.isOn || witness != nil else { return }
        let refusal = refusal()
        trace("\(refusal)")
        tell(.ignored(Refused(refusal)))
    }

    /// Reports to the witness, if there is one.
    @inline(__always) func tell(_ event: @autoclosure () -> DeviceEvent) {
        guard let witness else { return }
        witness.saw(event(), of: self, at: now)
    }

    func trace(_ text: @autoclosure () -> String) {
        if sink.isOn { sink.record(now, name, text()) }
    }
}

/// The state of a cap's radio.
enum RadioState: Sendable {
    /// The radio is off; button and motion wake the cap.
    case asleep
    /// The firmware starts, or has no supply.
    case off
    case advertising
    case connected
}

/// A running stream.
struct Stream {
    /// Changes with every stream, so that frames of an earlier one are ignored.
    let number: UInt64
    let settings: StreamSettings
    /// When START came.
    let start: Instant
    /// The number of the next frame, from 1.
    var next: Int64 = 1
    /// Frames of noise that are still to come.
    var noise: Int
    /// The rolling id of the next frame.
    var id: UInt8 = 0
    /// Whether the button was down in the previous frame.
    var wasDown: Bool
    /// Delivery is held up and will catch up.
    var isHeld = false
    /// The antenna is covered: frames are lost.
    var isSilent = false
}

extension RadioState: CustomStringConvertible {
    /// The case's name.
    var description: String {
        switch self {
        case .asleep: "asleep"
        case .off: "off"
        case .advertising: "advertising"
        case .connected: "connected"
        }
    }
}
