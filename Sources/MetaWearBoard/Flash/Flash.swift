/// What a board keeps over a reset: the log with the reset uid, and the macros.
public final class Flash {
    /// The log's entries.
    public let log: FlashLog
    /// Recorded commands.
    public let macros: MacroMemory

    init(geometry: FlashGeometry, storage: (any FlashStorage)?) {
        log = FlashLog(geometry: geometry, storage: storage)
        macros = MacroMemory(storage: storage)
    }

    func boot(advanceUID: Bool) {
        log.boot(advanceUID: advanceUID)
        macros.collectGarbage()
    }

    /// Erased pages and macros that wait for garbage collection.
    var garbage: Int { log.garbage + macros.garbage }

    func collectGarbage() {
        log.garbage = 0
        macros.collectGarbage()
    }
}
