import Peripheral
import Simulation

/// Whether and how a board is on the air.
enum RadioState: Sendable {
    /// Between two advertising starts, during a reset, or after the advertising timeout.
    case silent
    case advertising
    case connected
}

/// A reset that waits for the link to close.
enum PendingReset { case soft }

/// Why the firmware started: the four bytes of debug register 0B (protocol, core 9).
enum ResetReason {
    case powerOn, pin, watchdog, software, gpioWake

    var bytes: [UInt8] {
        switch self {
        case .powerOn: [0, 0, 0, 0]
        case .pin: [1, 0, 0, 0]
        case .watchdog: [2, 0, 0, 0]
        case .software: [4, 0, 0, 0]
        case .gpioWake: [0, 0, 1, 0]
        }
    }
}

extension MetaWearBoard {
    /// The software reset of `FE 01`: the link ends, then the firmware starts anew.
    func requestReset() {
        guard let connection, let link else { return reset(.software) }
        if has(.silentReset) {
            link.vanish(connection)
            return reset(.software)
        }
        pendingReset = .soft
        link.disconnect(connection)
    }

    /// The supply failed for a moment: everything volatile is gone at once, the link without a
    /// word.
    public func brownOut() {
        trace("brown-out")
        if let connection, let link { link.vanish(connection) }
        reset(.powerOn)
    }

    /// A reset from outside, as by the reset pin.
    public func resetByPin() {
        trace("reset by pin")
        if let connection, let link { link.vanish(connection) }
        reset(.pin)
    }

    func reset(_ reason: ResetReason, tickRunsOn: Bool = false) {
        trace("reset")
        resets += 1
        resetReason = reason
        generation &+= 1
        connection = nil
        isListening = false
        isBatterySubscribed = false
        pendingReset = nil
        outbox.removeAll()
        radioState = .silent
        link?.advertisementChanged()
        flash.boot(advanceUID: !has(.resetUIDStays))
        if !tickRunsOn { bootTime = now }
        let isPowerDown = isPowerSaveArmed && reason == .software
        isPowerSaveArmed = false
        installModules()
        if isPowerDown {
            trace("power-down until the switch is pressed or the charger connected")
            isPoweredDown = true
        } else {
            scheduleOwn(.boot, after: profile.bootDelay)
        }
    }

    func wake() {
        guard isPoweredDown else { return }
        isPoweredDown = false
        resetReason = .gpioWake
        trace("wakes")
        scheduleOwn(.boot, after: profile.bootDelay)
    }

    func finishBoot() {
        trace("booted, reset uid \(flash.log.resetUID)")
        startAdvertising()
    }

    func startAdvertising() {
        guard connection == nil, !isPoweredDown else { return }
        radioState = .advertising
        link?.advertisementChanged()
        settings?.advertisingStarted(on: self)
    }

    func stopAdvertising() {
        guard radioState == .advertising else { return }
        radioState = .silent
        link?.advertisementChanged()
    }

    /// What every end of a link does, whoever ended it (protocol, core 10).
    func endConnection() {
        connection = nil
        isListening = false
        isBatterySubscribed = false
        outbox.removeAll()
        radioState = .silent
        for installed in modules { installed.module?.disconnected(on: self) }
        if pendingReset != nil {
            reset(.software)
        } else if debug?.isResetDue == true {
            garbageCollectionReset()
        } else {
            scheduleOwn(.startAdvertising, after: profile.advertisingDelay)
        }
    }

    /// The reset of `FE 05`, once the link is closed.
    func garbageCollectionReset() {
        flash.collectGarbage()
        reset(.software, tickRunsOn: has(.tickRunsOn))
    }

    var settings: Settings? { module() }
    var debug: Debug? { module() }
}
