import Central
import Device
import MetaWearBoard
import Motion
import Peripheral
import Simulation
import VirtualRadio

extension ScenarioRun {
    func scheduleInputs() {
        for input in document.inputs {
            let board = document.board(input.board)
            schedule(input.timing) { [unowned self] in apply(input.kind, to: board) }
        }
    }

    /// One timer at a time, however often it recurs.
    private func schedule(
        _ timing: Recurrence, number: Int = 0, _ action: @escaping () -> Void
    ) {
        guard let time = timing.time(number) else { return }
        timers.at(time) { [unowned self] in
            action()
            schedule(timing, number: number + 1, action)
        }
    }

    /// Something happens to a board from outside, now.
    package func apply(_ input: Input.Kind, to index: Int) {
        let board = boards[index]
        let environment = environments[index]
        let now = simulation.now
        switch input {
        case .button(let button):
            switch button.action {
            case .press: board.setButton(pressed: true)
            case .release: board.setButton(pressed: false)
            case .click:
                board.setButton(pressed: true)
                timers.after(button.duration) { board.setButton(pressed: false) }
            }
        case .gpio(let gpio):
            guard let board = board as? any PinnedDevice else { return }
            let volts: Double? =
                switch gpio.level {
                case .high: board.logicVoltage
                case .low: 0
                case .open: nil
                case nil: gpio.voltage?.volts
                }
            board.setPin(gpio.pin, volts: volts)
        case .charger(let charger):
            (board as? any ChargedDevice)?.setCharger(connected: charger == .connect)
        case .battery(let change): ramp(index, to: change.to.percent, over: change.over)
        case .temperature(let change):
            environment.temperature.ramp(to: change.to.celsius, at: now, over: change.over)
        case .pressure(let change):
            var course = environment.pressure ?? Course(environment.pressure(at: now))
            course.ramp(to: change.to.pascals, at: now, over: change.over)
            environment.pressure = course
        case .altitude(let change):
            environment.pressure = nil
            environment.altitude.ramp(to: change.to.metres, at: now, over: change.over)
        case .light(let change):
            environment.illuminance.ramp(to: change.to.lux, at: now, over: change.over)
        case .lightColour(let colour): environment.lightColour.set(colour.kelvin, at: now)
        case .nearestObject(let change):
            // What was not there comes from far away.
            var course = environment.objectDistance ?? Course(change.over > .zero ? 10 : 0)
            course.ramp(to: change.to.metres, at: now, over: change.over)
            environment.objectDistance = course
        case .humidity(let change):
            environment.humidity.ramp(to: change.to.percent, at: now, over: change.over)
        case .magneticField(let change):
            environment.magneticField.ramp(to: Vector3(change.to), at: now, over: change.over)
        }
    }

    /// One percent at a time, as a fuel gauge counts.
    private func ramp(_ index: Int, to level: Double, over duration: Nanoseconds) {
        let board = boards[index]
        let start = board.batteryLevel
        change(
            .battery(index), over: duration, steps: Int64(abs(level - start).rounded(.up))
        ) { share in
            board.setBattery(level: share == 1 ? level : start + (level - start) * share)
        }
    }

    /// What changes little by little.
    enum Change: Hashable {
        /// The charge of a board.
        case battery(Int)
        /// From a board to the clients.
        case distance(Int)
    }

    /// Calls `set` with how much of a change is done, evenly over a time, with one timer at a time;
    /// another change of the same ends this one.
    private func change(
        _ what: Change, over duration: Nanoseconds, steps: Int64, _ set: @escaping (Double) -> Void
    ) {
        let number = changes[what, default: 0] + 1
        changes[what] = number
        guard duration > .zero else { return set(1) }
        let steps = max(steps, 1)
        let start = simulation.now
        proceed(1, of: steps, at: { start + duration.part($0, of: steps) }) {
            [unowned self] share in
            guard changes[what] == number else { return false }
            set(share)
            return true
        }
    }

    private func proceed(
        _ step: Int64, of steps: Int64, at time: @escaping (Int64) -> Instant,
        _ isUnderWay: @escaping (Double) -> Bool
    ) {
        timers.at(time(step)) { [unowned self] in
            guard isUnderWay(Double(step) / Double(steps)), step < steps else { return }
            proceed(step + 1, of: steps, at: time, isUnderWay)
        }
    }

    func scheduleFaults() {
        for fault in document.faults {
            let board = document.board(fault.board)
            schedule(fault.timing) { [unowned self] in apply(fault.kind, to: board) }
        }
    }

    /// A board begins to move from where it is.
    package func move(_ index: Int, by moves: [Move]) throws(RunError) {
        let read: [Motion.Move]
        do throws(ScenarioError) {
            read = try MoveReader(file: file, readFile: readFile).moves(moves)
        } catch {
            throw RunError(.input, "\(error)")
        }
        do throws(MoveError) {
            try bodies[index].perform(read, from: simulation.now)
        } catch {
            throw RunError(.input, "\(error)")
        }
    }

    /// Something goes wrong with a board, now.
    package func apply(_ fault: Fault.Kind, to index: Int) {
        let board = boards[index]
        let now = simulation.now
        note("fault: \(fault.title)", by: board.name)
        switch fault {
        case .linkLoss(let loss):
            if !board.isConnected {
                notes.append("the link-loss at \(now) found no link of \(board.name)")
            }
            air.interfere(
                with: board.address, lossToPeripheral: 1, lossToCentral: 1, from: now,
                for: loss.duration)
        case .range(let range): move(index, to: range.distance.metres, over: range.over)
        case .interference(let interference):
            air.interfere(
                with: board.address, lossToPeripheral: interference.loss.fraction,
                lossToCentral: interference.loss.fraction, from: now, for: interference.duration)
        case .reset: board.resetByPin()
        case .brownOut(let fault):
            board.powerOff()
            powerCuts[index, default: 0] += 1
            timers.after(fault.duration) { [unowned self] in
                // Cuts may overlap: the last one to end brings the power back.
                powerCuts[index, default: 1] -= 1
                if powerCuts[index] == 0 { board.powerOn() }
            }
        case .stuckSensor(let fault):
            board.setSensor(fault.sensor.kind, isStuck: true)
            if let duration = fault.duration {
                timers.after(duration) { board.setSensor(fault.sensor.kind, isStuck: false) }
            }
        case .flashFull(let fault):
            (board as? any RecordingDevice)?.fillRecording(to: fault.fraction.fraction)
        case .mute(let fault):
            fail(fault.module, of: board, .mute, for: fault.duration)
        case .slow(let fault):
            fail(fault.module, of: board, .slow(fault.delay), for: fault.duration)
        }
    }

    private func fail(
        _ module: Fault.Module, of board: any SimulatedDevice, _ fault: ModuleFault,
        for duration: Nanoseconds?
    ) {
        guard let board = board as? MetaWearBoard else { return }
        board.setModule(module.id, fault)
        if let duration {
            timers.after(duration) { [unowned self] in
                board.setModule(module.id, nil)
                note("\(module.rawValue) is whole again", by: board.name)
            }
        }
    }

    /// A walk in steps of 100 ms, or longer ones if it lasts for hours.
    private func move(_ index: Int, to distance: Double, over duration: Nanoseconds) {
        let address = boards[index].address
        let start = distances[index]
        change(
            .distance(index), over: duration, steps: min(duration.count / 100_000_000, 10_000)
        ) { [unowned self] share in
            distances[index] = share == 1 ? distance : start + (distance - start) * share
            air.move(address, to: distances[index])
        }
    }
}

extension Fault.StuckSensor.Sensor {
    /// The same as devices name it.
    fileprivate var kind: Device.Sensor {
        switch self {
        case .accelerometer: .accelerometer
        case .gyroscope: .gyroscope
        case .temperature: .thermometer
        }
    }
}

extension Fault.Kind {
    /// The fault in words, for the trace.
    package var title: String {
        switch self {
        case .linkLoss: "link-loss"
        case .range(let fault): "range \(fault.distance.text)"
        case .interference(let fault): "interference \(fault.loss.text)"
        case .reset: "reset"
        case .brownOut: "brown-out"
        case .stuckSensor(let fault): "stuck-sensor \(fault.sensor.rawValue)"
        case .flashFull(let fault): "flash-full \(fault.fraction.text)"
        case .mute(let fault): "mute-module \(fault.module.rawValue)"
        case .slow(let fault): "slow-module \(fault.module.rawValue)"
        }
    }
}
