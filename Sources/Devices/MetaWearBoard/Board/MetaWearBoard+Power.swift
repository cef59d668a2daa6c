import Peripheral

extension MetaWearBoard {
    /// Whether a central is connected.
    public var isConnected: Bool { connection != nil }

    /// False while the supply is cut or the board sleeps in power-down.
    public var isPowered: Bool { !isPoweredDown }

    /// The supply is cut: all volatile state is lost at once, and the link drops silently.
    /// `powerOn` restarts the board.
    public func powerOff() {
        guard !isSupplyCut else { return }
        supply?.settle()
        isSupplyCut = true
        if supply?.isEmpty != true { loseSupply("power lost") }
    }

    /// The battery is empty: as if the supply were cut, until the charger comes.
    func batteryDied() {
        guard let supply, !supply.isEmpty else { return }
        supply.isEmpty = true
        loseSupply("battery empty")
    }

    /// The charger was connected to an empty battery, or the battery was replaced.
    func batteryRevived() {
        guard let supply, supply.isEmpty else { return }
        supply.isEmpty = false
        resumeSupply()
    }

    private func loseSupply(_ what: String) {
        trace(what)
        vanish()
        resets += 1
        pendingReset = nil
        isPowerSaveArmed = false
        isPoweredDown = true
        metaBoot = nil
        goSilent()
        stopFirmware()
        supply?.settle()
    }

    /// The supply is back: the board boots, unless its battery is empty.
    public func powerOn() {
        guard isSupplyCut else { return }
        supply?.settle()
        isSupplyCut = false
        resumeSupply()
    }

    /// Whether nothing can run: the supply is cut or the battery empty.
    var isWithoutSupply: Bool { isSupplyCut || supply?.isEmpty == true }

    private func resumeSupply() {
        guard !isWithoutSupply else { return }
        isPoweredDown = false
        trace("power back")
        boot(.powerOn, tickRunsOn: false)
        supply?.settle()
    }

    /// A name given by an earlier host, which the board has again after each reset, as if a macro gave it.
    ///
    /// What a host gives it later is lost at a reset, like all settings.
    package func setDeviceName(_ name: String) {
        settings?.rename(Array(name.utf8), on: self)
        if let settings { startName = settings.deviceName }
        advertised = currentAdvertisement
        link?.advertisementChanged()
    }
}

/// What a board does as a whole.
package enum OperatingMode: String, Sendable {
    case application
    case bootloader
    /// It sleeps until the switch is pressed or the charger connected.
    case powerDown = "power-down"
    /// The supply is cut.
    case off
    /// The battery is empty.
    case empty
}

extension MetaWearBoard {
    /// What it does as a whole.
    package var operatingMode: OperatingMode {
        if isSupplyCut { return .off }
        if supply?.isEmpty == true { return .empty }
        if isPoweredDown { return .powerDown }
        return metaBoot == nil ? .application : .bootloader
    }

    /// The battery's current in milliamperes, as of its last change; negative while it is charged.
    package var batteryCurrent: Double { (supply?.current ?? 0) / 1000 }
    /// The battery's voltage.
    package var batteryVoltage: Double { Double(batteryMillivolts) / 1000 }
    /// Whether the charger charges the battery.
    package var isCharging: Bool { hardware.isCharging }
    /// Whether a host has opened the USB port.
    package var isOnUSB: Bool { cable?.isOpen == true }
    /// The connection's parameters; nil without one.
    package var linkParameters: ConnectionParameters? { connectionParameters }
}
