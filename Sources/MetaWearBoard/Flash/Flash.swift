/// What a board keeps over a reset: the log and the reset uid.
public final class Flash {
    /// The log's entries.
    public let log: FlashLog

    init(geometry: FlashGeometry, storage: (any FlashStorage)?) {
        log = FlashLog(geometry: geometry, storage: storage)
    }

    func boot(advanceUID: Bool) { log.boot(advanceUID: advanceUID) }

    /// Erased pages that wait for garbage collection.
    var garbage: Int { log.garbage }

    func collectGarbage() { log.garbage = 0 }
}
