import Device
import Peripheral
internal import Simulation
import Wire

/// The state of a board's radio.
enum RadioState: Sendable {
    /// Between two advertising starts, during a reset, or after the advertising timeout.
    case silent
    case advertising
    case connected
}

/// What starts after a reset that waits for the link to close.
enum PendingReset { case soft, bootloader }

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
    // MARK: Resets

    /// The software reset of `FE 01`: no further command is run, the link ends, then the firmware
    /// restarts.
    func requestReset(_ kind: PendingReset = .soft) {
        guard let connection, let link else { return performReset(kind) }
        if has(.silentReset) {
            vanish()
            return performReset(kind)
        }
        pendingReset = kind
        generation &+= 1
        commands.removeAll()
        flash.log.isEnabled = false
        isListening = false
        discardWaiting(.reset)
        // The link may report its end before this returns or later; both lead to the reset.
        link.disconnect(connection)
    }

    private func performReset(_ kind: PendingReset) {
        switch kind {
        case .soft: softwareReset()
        case .bootloader: jumpToBootloader()
        }
    }

    /// If an earlier `FE 05` is still pending, every software reset collects garbage too (the Swift
    /// SDK sends both; protocol, core 10).
    private func softwareReset() {
        if debug?.isResetDue == true { garbageCollectionReset() } else { reset(.software) }
    }

    /// The supply failed for a moment: all volatile state is lost at once, and the link drops
    /// silently.
    package func brownOut() {
        guard !isWithoutSupply else { return }
        trace("brown-out")
        vanish()
        reset(.powerOn)
    }

    /// An external reset, as by the reset pin.
    public func resetByPin() {
        guard !isWithoutSupply else { return }
        trace("reset by pin")
        vanish()
        reset(.pin)
    }

    /// The watchdog was not refreshed in time.
    func resetByWatchdog() {
        trace("reset by watchdog")
        vanish()
        reset(.watchdog)
    }

    /// Drops the link silently. The connection is forgotten first: no firmware is running that
    /// could notice its end.
    func vanish() {
        if hasHost { tell(.disconnected(nil)) }
        let gone = connection
        forgetConnection(.reset)
        if let gone { link?.vanish(gone) }
    }

    /// - Parameter delay: until the firmware starts.
    func reset(
        _ reason: ResetReason, tickRunsOn: Bool = false, after delay: Nanoseconds = .zero
    ) {
        trace("reset")
        resets += 1
        forgetConnection(.reset)
        pendingReset = nil
        goSilent()
        let isPowerDown = isPowerSaveArmed && reason == .software
        isPowerSaveArmed = false
        isPoweredDown = isPowerDown
        if isPowerDown {
            // Nothing runs until the board wakes, which is a boot.
            tell(.reset)
            stopFirmware()
            supply?.settle()
            trace("power-down until the switch is pressed or the charger connected")
        } else {
            boot(reason, tickRunsOn: tickRunsOn, after: delay)
        }
    }

    /// Stops the application: its events, commands and volatile state are lost.
    func stopFirmware() {
        generation &+= 1
        commands.removeAll()
        flash.log.isEnabled = false
        installModules()
    }

    func wake() {
        guard isPoweredDown, !isWithoutSupply else { return }
        isPoweredDown = false
        trace("wakes")
        boot(.gpioWake, tickRunsOn: false)
    }

    /// Every start of the firmware except the first.
    func boot(_ reason: ResetReason, tickRunsOn: Bool, after delay: Nanoseconds = .zero) {
        guard flash.firmware.hasApplication else { return startBootloader() }
        metaBoot = nil
        tell(.reset)
        generation &+= 1
        commands.removeAll()
        latePackets.removeAll()
        resetReason = reason
        lastPacket = ShortBytes()
        flash.boot(advanceUID: !has(.resetUIDStays))
        if !tickRunsOn { bootTime = now }
        connectionsToMiss = has(.firstConnectionsFail) ? 2 : 0
        isBooted = false
        installModules()
        supply?.settle()
        scheduleOwn(.boot, after: profile.bootDelay + delay)
    }

    func finishBoot() {
        isBooted = true
        trace("booted, reset uid \(flash.log.resetUID)")
        let boot = generation
        runBootMacros()
        if generation == boot { settings?.booted(on: self) }
        // A macro or an event may have requested the next reset already.
        if generation == boot { startAdvertising() }
    }

    /// The reset of `FE 05`, once the link is closed.
    ///
    /// It collects first, and is off the air meanwhile (real boards of 2026: RB26-40).
    func garbageCollectionReset() {
        let time =
            has(.slowGarbageCollection)
            ? GarbageCollection.duration(of: flash.log.garbage) : Nanoseconds.zero
        if time > .zero {
            trace("garbage collection of \(flash.log.garbage) pages before the reset")
        }
        flash.collectGarbage()
        reset(.software, tickRunsOn: has(.tickRunsOn), after: time)
    }

    // MARK: Advertising

    /// Puts the current settings and iBeacon on the air, until the next start.
    func startAdvertising() {
        guard !hasHost, !isPoweredDown else { return }
        tell(.advertising)
        radioState = .advertising
        advertised = currentAdvertisement
        link?.advertisementChanged()
        if metaBoot == nil { settings?.advertisingStarted(on: self) }
        supply?.settle()
    }

    func stopAdvertising() {
        guard radioState == .advertising else { return }
        goSilent()
        supply?.settle()
    }

    func goSilent() {
        radioState = .silent
        advertised = nil
        link?.advertisementChanged()
    }

    // MARK: Connections

    func beginConnection(_ connection: ConnectionID, _ parameters: ConnectionParameters) {
        self.connection = connection
        connectionParameters = parameters
        radioState = .connected
        advertised = nil
        link?.advertisementChanged()
        if metaBoot == nil { settings?.connected(on: self) }
        supply?.settle()
    }

    /// What happens at the end of every link, by either side (protocol, core 10).
    func endConnection() {
        if metaBoot != nil { return bootloaderLostLink() }
        hostLeft()
    }

    /// The host has disconnected, from Bluetooth or USB.
    func hostLeft() {
        forgetConnection(.linkEnded)
        radioState = .silent
        supply?.settle()
        if pendingReset == nil {
            let boot = generation
            callDepth += 1
            for installed in modules { installed.module?.disconnected(on: self) }
            callDepth -= 1
            runCommands()
            // An event of the lost link may be a reset.
            guard generation == boot else { return }
        }
        if let pendingReset {
            performReset(pendingReset)
        } else if debug?.isResetDue == true {
            softwareReset()
        } else {
            scheduleOwn(.startAdvertising, after: profile.advertisingDelay)
        }
    }

    /// - Parameter reason: why queued notifications are discarded.
    func forgetConnection(_ reason: NotificationFate.Reason) {
        connection = nil
        connectionParameters = nil
        isListening = false
        isBatterySubscribed = false
        cable?.isOpen = false
        metaBoot?.isSubscribed = false
        discardWaiting(reason)
    }

    var settings: Settings? { module() }
    var debug: Debug? { module() }
}
