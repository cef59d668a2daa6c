/// What a board keeps across resets: the log with the reset uid, the macros and the firmware
/// itself.
public final class Flash {
    /// The log's entries.
    public let log: FlashLog
    /// Recorded commands.
    public let macros: MacroMemory
    /// The firmware that the bootloader finds in flash.
    public private(set) var firmware: InstalledFirmware
    private let storage: (any FlashStorage)?

    init(geometry: FlashGeometry, storage: (any FlashStorage)?) {
        log = FlashLog(geometry: geometry, storage: storage)
        macros = MacroMemory(storage: storage)
        firmware = storage?.image.firmware ?? InstalledFirmware()
        self.storage = storage
    }

    func boot(advanceUID: Bool) {
        log.boot(advanceUID: advanceUID)
        macros.collectGarbage()
    }

    /// Erased pages and macros that wait for garbage collection.
    var garbage: Int { log.garbage + macros.garbage }

    func collectGarbage() {
        log.collected(log.garbage)
        macros.collectGarbage()
    }

    /// The application is erased, or must not be started.
    func invalidateApplication() {
        var changed = firmware
        changed.hasApplication = false
        program(changed)
    }

    func install(application: FirmwareRevision?) {
        var changed = firmware
        changed.hasApplication = true
        changed.application = application ?? firmware.application
        program(changed)
    }

    func install(bootloader: FirmwareRevision?) {
        guard let bootloader else { return }
        var changed = firmware
        changed.bootloader = bootloader
        program(changed)
    }

    /// If the flash has failed, nothing changes.
    private func program(_ changed: InstalledFirmware) {
        guard changed != firmware, storage?.save(firmware: changed) ?? true else { return }
        firmware = changed
    }
}
