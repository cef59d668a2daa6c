import Device
import MetaWearBoard
import Motion
import Peripheral
import ScenarioFile
import Simulation
import TrikiCap
import VirtualRadio

extension BoardState {
    /// What a board is and does by itself: without its surroundings, its motion, and what the air and
    /// the clients know of it.
    package init(_ device: any SimulatedDevice, _ parts: Parts) {
        self.init()
        let board = device as? MetaWearBoard
        let cap = device as? TrikiCap
        if parts.contains(.identity) {
            identity.name = device.name
            identity.model = device.modelName
            identity.kind = board == nil ? .triki : .metawear
            identity.firmware = device.firmwareRevision
            identity.serial = board?.serialNumber ?? cap?.serialNumber ?? ""
            identity.address = "\(device.address)"
        }
        if parts.contains(.power) {
            power = Power(device, board, cap)
            battery = device.batteryLevel
            button = board?.hardware.isButtonPressed ?? cap?.isButtonPressed ?? false
        }
        if parts.contains(.link) {
            link.isConnected = device.isConnected
            link.isAdvertising = device.advertisement != nil
            link.state =
                board?.isOnUSB == true
                ? .usb
                : link.isConnected ? .connected : link.isAdvertising ? .advertising : .silent
        }
        if parts.contains(.light) {
            light.red = device.brightness(of: .red)
            light.green = device.brightness(of: .green)
            light.blue = device.brightness(of: .blue)
        }
        if parts.contains(.motor), let haptic = board?.haptic {
            motor = .blank
            motor?.isRunning = device.isVibrating
            motor?.duty = haptic.duty
            motor?.isBuzzer = haptic.isBuzzer
        }
        if parts.contains(.log), let recording = (device as? any RecordingDevice)?.recording {
            log = Log(recording)
        }
        if parts.contains(.streaming) {
            streaming = device.streamWords
            notifications = Notifications(device.notifications)
        }
    }

    /// What a board is and does in a run.
    package init(of index: Int, in run: ScenarioRun, _ parts: Parts = .all) {
        let device = run.boards[index]
        let board = device as? MetaWearBoard
        self.init(device, parts)
        if parts.contains(.power), let board {
            power.uptime = (run.now - board.bootTime).seconds
        }
        if parts.contains(.link) { link.add(run, device, board, peer: run.peer(of: index)) }
        if parts.contains(.motion) {
            pose = Pose(of: index, in: run)
            fused = Fused(of: index, in: run)
        }
        if parts.contains(.light), let board { light.add(board) }
        if parts.contains(.surroundings) {
            surroundings = Surroundings(of: index, in: run)
            if let voltages = board?.hardware.pinVoltages, !voltages.isEmpty { pins = voltages }
        }
        if parts.contains(.log), let board { log?.add(board) }
        if parts.contains(.programs), let board {
            for timer in board.timers ?? [] { timers[Int(timer.id)] = Timer(timer) }
            for macro in board.flash.macros.all {
                macros[Int(macro.id)] = .blank
                macros[Int(macro.id)]?.commands = macro.commands.map { board.words($0) }
                macros[Int(macro.id)]?.runsAtBoot = macro.runsAtBoot
            }
        }
    }
}

extension BoardState.Power {
    fileprivate init(
        _ device: any SimulatedDevice, _ board: MetaWearBoard?, _ cap: TrikiCap?
    ) {
        self = .blank
        isPowered = device.isPowered
        resets = device.resets
        guard let board else {
            let word = cap?.stateWord ?? "off"
            mode = word == "off" || word == "asleep" ? word : "application"
            return
        }
        mode = board.operatingMode.rawValue
        current = board.batteryCurrent
        volts = board.batteryVoltage
        isChargerConnected = board.hardware.isChargerConnected
        isCharging = board.isCharging
    }
}

extension BoardState.Link {
    /// What the air and the clients know of it.
    fileprivate mutating func add(
        _ run: ScenarioRun, _ device: any SimulatedDevice, _ board: MetaWearBoard?, peer: String?
    ) {
        self.peer = peer
        retransmissions = run.air.statistics(of: device.address)?.retransmissions ?? 0
        rssi = run.air.rssi(of: device.address)
        isMuffled = run.air.isUnreachable(device.address)
        let link = run.air.links(of: device.address).first
        if let parameters = link?.parameters ?? board?.linkParameters {
            interval = parameters.interval.seconds * 1000
            latency = Int(parameters.latency)
            timeout = parameters.supervisionTimeout.seconds * 1000
        }
        guard let link else { return }
        mtu = link.mtu
        phy = link.phy
        isEncrypted = link.isEncrypted
        queued = link.waiting
    }
}

extension BoardState.Pose {
    fileprivate init(of index: Int, in run: ScenarioRun) {
        self = .blank
        let body = run.bodies[index]
        let state = body.kinematics(at: run.now)
        orientation = state.orientation.parts
        position = state.position.parts
        force = (state.specificForce * (1 / standardGravity)).parts
        rotation = (state.angularRate * (180 / .pi)).parts
        motion = body.followsScript(at: run.now) ? .scenario : .hand
        isScripted = !run.scenario.boards[index].motion.isEmpty
        isMoving = state.velocity != .zero || state.angularRate != .zero
    }
}

extension BoardState.Fused {
    fileprivate init?(of index: Int, in run: ScenarioRun) {
        guard let fused = (run.boards[index] as? MetaWearBoard)?.fusedAttitude else { return nil }
        self = .blank
        mode = fused.mode
        accuracy = fused.accuracies.map { Int($0) }
        guard var attitude = fused.orientation else { return }
        if fused.isNorth {
            // From magnetic to true north.
            let field = run.world.environments[index].magneticField(at: .zero)
            let declination = Elementary.arcTangent(field.x, field.y)
            attitude = Quaternion(angle: -declination, axis: .zAxis) * attitude
        }
        let truth = run.bodies[index].orientation(at: run.now)
        orientation = attitude.parts
        error = (attitude * truth.inverse).axisAndAngle.angle * 180 / .pi
        heading = attitude.headingError(to: truth) * 180 / .pi
    }
}

extension BoardState.Light {
    /// What a host has programmed.
    fileprivate mutating func add(_ board: MetaWearBoard) {
        guard let mode = board.lightMode else { return }
        self.mode = mode
        var patterns: [String: BoardState.Pattern] = [:]
        for (name, channel) in [("green", LED.Channel.green), ("red", .red), ("blue", .blue)] {
            patterns[name] = board.lightPattern(channel).map { BoardState.Pattern($0) }
        }
        self.patterns = patterns
    }
}

extension BoardState.Pattern {
    fileprivate init(_ pattern: LightPattern) {
        self = .blank
        kind = pattern.isPulse ? .pulse : .blink
        (high, low) = (pattern.high, pattern.low)
        (rise, hold, fall) = (pattern.rise, pattern.hold, pattern.fall)
        (period, delay) = (pattern.period, pattern.delay)
        repeats = pattern.repetitions
        isPlaying = pattern.isPlaying
    }
}

extension BoardState.Surroundings {
    fileprivate init(of index: Int, in run: ScenarioRun) {
        self = .blank
        let (world, now) = (run.world.environments[index], run.now)
        temperature = world.temperature(at: now)
        light = world.illuminance(at: now)
        humidity = world.humidity(at: now)
        pressure = world.pressure(at: now) / 100
        distance = run.world.distances[index]
        nearest = world.objectDistance(at: now)
    }
}

extension BoardState.Log {
    fileprivate init(_ memory: RecordingMemory) {
        self.init()
        isRecording = memory.isRecording
        entries = memory.entries
        fill = memory.fill
        recorded = memory.entriesRecorded
        refused = memory.entriesRefused
        recycled = memory.pagesRecycled
    }

    fileprivate mutating func add(_ board: MetaWearBoard) {
        let log = board.flash.log
        isEnabled = log.isEnabled
        isCircular = log.isCircular
        isFull = log.isFull
        used = log.usedPages
        pages = board.profile.flash.pages
        var loggers: [Int: BoardState.Logger] = [:]
        for logger in board.loggers {
            var state = BoardState.Logger.blank
            state.source = board.title(of: logger.source)
            (state.offset, state.length) = (logger.offset, logger.length)
            loggers[Int(logger.id)] = state
        }
        self.loggers = loggers
    }
}

extension BoardState.Notifications {
    fileprivate init(_ counts: NotificationCounts) {
        self = .blank
        made = counts.made
        sent = counts.sent
        dropped = counts.dropped
        waiting = counts.waiting
    }
}

extension BoardState.Timer {
    fileprivate init(_ timer: TimerView) {
        self = .blank
        period = timer.period
        repeats = timer.repetitions
        left = timer.left
        isRunning = timer.isRunning
    }
}

extension Vector3 {
    fileprivate var parts: [Double] { [x, y, z] }
}

extension Quaternion {
    fileprivate var parts: [Double] { [w, x, y, z] }
}
