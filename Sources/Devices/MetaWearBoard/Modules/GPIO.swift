import Wire

/// General purpose pins (protocol, sensors 7).
final class GPIO: Module {
    static let id: UInt8 = 0x05
    static let name = "GPIO"
    static let registers: [Register<GPIO>] = [
        .command(0x01, "set output", Byte.self) { $0.drive($1.value, high: true, on: $2) },
        .command(0x02, "clear output", Byte.self) { $0.drive($1.value, high: false, on: $2) },
        .command(0x03, "pull up", Byte.self) { $0.pull($1.value, .up, on: $2) },
        .command(0x04, "pull down", Byte.self) { $0.pull($1.value, .down, on: $2) },
        .command(0x05, "no pull", Byte.self) { $0.pull($1.value, .none, on: $2) },
        .query(0x06, "analog, absolute", AnalogRequest.self, answer: Word.self) {
            gpio, request, board in
            gpio.analog(request, on: board) { $0 * 1000 }
        },
        .query(0x07, "analog, supply ratio", AnalogRequest.self, answer: Word.self) {
            gpio, request, board in
            gpio.analog(request, on: board) { $0 / board.logicVoltage * 1023 }
        },
        .query(0x08, "digital", Byte.self, answer: Byte.self) { gpio, pin, board in
            guard gpio.has(pin.value, .digital) else { return nil }
            return RegisterValue([gpio.isHigh(pin.value, on: board) ? 1 : 0], index: pin.value)
        },
        .command(0x09, "change type", ChangeType.self) { gpio, change, _ in
            guard gpio.has(change.pin, .digital) else { return }
            gpio.pins[Int(change.pin)].edge = change.edge
        },
        .signal(0x0A, "change", Byte.self, hasIndex: true),
        .command(0x0B, "monitor", Monitor.self) { gpio, monitor, board in
            guard gpio.has(monitor.pin, .digital) else { return }
            gpio.pins[Int(monitor.pin)].isMonitored = monitor.isOn
            gpio.pins[Int(monitor.pin)].wasHigh = gpio.isHigh(monitor.pin, on: board)
        },
    ]

    /// The capabilities of a pin, from the module information.
    struct Capability: OptionSet {
        let rawValue: UInt8
        static let digital = Self(rawValue: 1)
        static let analog = Self(rawValue: 2)
    }

    enum Pull { case none, up, down }
    enum Edge: UInt8 { case disabled, rising, falling, any }

    struct Pin {
        var capability: Capability
        var pull = Pull.none
        /// The level that the board drives; nil for an input.
        var output: Bool?
        var edge = Edge.disabled
        var isMonitored = false
        var wasHigh = false
    }

    private var pins: [Pin]
    private let revision: UInt8

    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        revision = information.revision
        pins = Self.capabilities(information).map { Pin(capability: Capability(rawValue: $0)) }
    }

    /// One byte a pin. Older firmware does not report them: then they are those of a captured CPro
    /// (protocol, core appendix A).
    static func capabilities(_ information: ModuleInformation) -> [UInt8] {
        information.extra.isEmpty ? [3, 3, 3, 3, 1, 1, 1, 1] : information.extra
    }

    private func has(_ pin: UInt8, _ capability: Capability) -> Bool {
        Int(pin) < pins.count && pins[Int(pin)].capability.contains(capability)
    }

    private func drive(_ pin: UInt8, high: Bool, on board: MetaWearBoard) {
        guard has(pin, .digital) else { return }
        pins[Int(pin)].output = high
        levelChanged(pin, on: board)
    }

    private func pull(_ pin: UInt8, _ pull: Pull, on board: MetaWearBoard) {
        guard has(pin, .digital) else { return }
        pins[Int(pin)].pull = pull
        pins[Int(pin)].output = nil
        levelChanged(pin, on: board)
    }

    /// Volts at a pin: the board's own drive, what the world drives, or the pull; an open pin
    /// without a pull floats at 0.
    private func volts(
        _ pin: UInt8, pulled: Pull? = nil, on board: MetaWearBoard
    ) -> Double {
        let state = pins[Int(pin)]
        let supply = board.logicVoltage
        if let output = state.output { return output ? supply : 0 }
        if let driven = board.hardware.pinVoltages[Int(pin)] { return driven }
        return (pulled ?? state.pull) == .up ? supply : 0
    }

    func isHigh(_ pin: UInt8, on board: MetaWearBoard) -> Bool {
        volts(pin, on: board) > board.logicVoltage / 2
    }

    private func analog(
        _ request: AnalogRequest, on board: MetaWearBoard, scale: (Double) -> Double
    ) -> RegisterValue? {
        guard has(request.pin, .analog) else { return nil }
        // Before revision 2 only the pin is used.
        let request = revision >= 2 ? request : AnalogRequest(pin: request.pin)
        // The request's pull pins feed a divider around the measured pin.
        let pulled: Pull? =
            request.pullUpPin != 0xFF ? .up : request.pullDownPin != 0xFF ? .down : nil
        let volts = min(max(volts(request.pin, pulled: pulled, on: board), 0), 3.6)
        var bytes = ShortBytes()
        bytes.append(UInt16(scale(min(volts, board.logicVoltage)).rounded()))
        let virtual = request.virtualPin
        return RegisterValue(bytes, index: virtual == 0xFF ? request.pin : virtual)
    }

    func levelChanged(_ pin: UInt8, on board: MetaWearBoard) {
        let high = isHigh(pin, on: board)
        let state = pins[Int(pin)]
        pins[Int(pin)].wasHigh = high
        guard state.isMonitored, high != state.wasHigh else { return }
        let wanted =
            switch state.edge {
            case .disabled: false
            case .rising: high
            case .falling: !high
            case .any: true
            }
        if wanted { board.route(SignalKey(Self.id, 0x0A, pin), [high ? 1 : 0]) }
    }

    struct AnalogRequest: Layout {
        var pin: UInt8 = 0
        var pullUpPin: UInt8 = 0xFF
        var pullDownPin: UInt8 = 0xFF
        /// 4 µs a step.
        var delay: UInt8 = 0
        var virtualPin: UInt8 = 0xFF
        mutating func layout(_ c: inout some Coder) {
            c(&pin, "pin")
            c.optional(&pullUpPin, "pull-up pin")
            c.optional(&pullDownPin, "pull-down pin")
            c.optional(&delay, "delay")
            c.optional(&virtualPin, "virtual pin")
        }
    }

    struct ChangeType: Layout {
        var pin: UInt8 = 0
        var edge = Edge.disabled
        mutating func layout(_ c: inout some Coder) {
            c(&pin, "pin")
            c(&edge, "edge")
        }
    }

    struct Monitor: Layout {
        var pin: UInt8 = 0
        var isOn = false
        mutating func layout(_ c: inout some Coder) {
            c(&pin, "pin")
            c(&isOn, bits: 8, "on")
        }
    }
}

extension MetaWearBoard {
    /// The voltage of a high pin: on the S the regulator raises it (settings 1C).
    package var logicVoltage: Double {
        max(profile.logicVoltage, settings?.regulator.isOn == true ? 3.0 : 0)
    }

    /// The levels of pins change with the supply.
    func logicVoltageChanged() {
        let gpio: GPIO? = module()
        for pin in hardware.pinVoltages.indices { gpio?.levelChanged(UInt8(pin), on: self) }
    }

    /// Sets the voltage that the world applies to a pin; nil opens it. An unknown pin is ignored.
    package func setPin(_ pin: Int, volts: Double?) {
        guard hardware.pinVoltages.indices.contains(pin) else { return }
        hardware.pinVoltages[pin] = volts
        let gpio: GPIO? = module()
        gpio?.levelChanged(UInt8(pin), on: self)
    }
}
