public import Simulation

extension MetaWearBoard: EventTarget {
    /// The board's own delayed events; those of a module have its position plus one in bits 8 to
    /// 15.
    enum OwnEvent: UInt32 {
        case startAdvertising
        case boot
        case bootloaderReady
        case bootloaderTimeout
        case commands
        case latePacket
        case batteryLevel
    }

    /// Requests `tick` of a module for when the board's own clock has run from now to `time`; a
    /// reset cancels it.
    func schedule(
        _ module: UInt8, _ code: UInt8, _ argument: UInt64 = 0, at time: Instant
    ) {
        let index = UInt32(moduleIndex[Int(module)])
        clock.schedule(
            simulation.target, generation << 16 | index << 8 | UInt32(code), argument,
            at: worldTime(time))
    }

    func scheduleOwn(_ event: OwnEvent, _ argument: UInt64 = 0, after delay: Nanoseconds) {
        clock.schedule(
            simulation.target, generation << 16 | event.rawValue, argument, after: delay)
    }

    /// A delayed event; events of an earlier boot are ignored.
    public func handle(_ event: Event) {
        guard event.code >> 16 == generation & 0xFFFF else { return }
        let index = Int(event.code >> 8 & 0xFF)
        if index > 0 {
            callDepth += 1
            modules[index - 1].module?.tick(UInt8(event.code & 0xFF), event.argument, on: self)
            callDepth -= 1
            runCommands()
        } else if let own = OwnEvent(rawValue: event.code & 0xFF) {
            switch own {
            case .startAdvertising: startAdvertising()
            case .boot: finishBoot()
            case .bootloaderReady: bootloaderIsReady()
            case .bootloaderTimeout: bootloaderTimedOut(event.argument)
            case .commands:
                commands.resume()
                runCommands()
            case .latePacket: performLatePacket()
            case .batteryLevel: notifyBatteryLevel(event.argument)
            }
        }
    }
}
