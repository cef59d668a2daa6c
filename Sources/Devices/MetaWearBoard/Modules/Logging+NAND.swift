internal import Simulation
import Wire

/// What takes time on the boards whose log is NAND: a drop and a flush (real boards of 2026, sections 1 and 2).
extension Logging {
    private enum Code: UInt8 { case collected, flushed }

    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        switch Code(rawValue: code) {
        case .collected: endCollection(on: board)
        case .flushed: flushLands(UInt32(truncatingIfNeeded: argument), on: board)
        case nil: break
        }
    }

    // MARK: Length

    /// What register 05 answers. The RAM page counts while logging is enabled only (RB26-11).
    func length(on board: MetaWearBoard) -> Int {
        let log = board.flash.log
        let countsRAM = log.isEnabled && !board.has(.lengthWithoutRAMPage)
        let length = log.length + (countsRAM ? log.slotsInRAM : 0)
        guard length == 0, let lastDrop, board.has(.lengthOneAfterDrop) else { return length }
        return board.now - lastDrop < Self.firstPageTime ? 1 : 0
    }

    /// For so long a fresh page is counted (RB26-06).
    private static let firstPageTime = Nanoseconds.seconds(60 as Int64)

    // MARK: Garbage collection

    /// After a drop.
    func collectGarbage(on board: MetaWearBoard) {
        let garbage = board.flash.log.garbage
        guard board.has(.slowGarbageCollection), garbage > 0 else {
            return reportDrop(on: board)
        }
        // With nothing more to erase the end of what is under way is reported for both.
        guard garbage > collection.pages else { return }
        let end = collection.begin(garbage, at: board.now)
        board.schedule(Self.id, Code.collected.rawValue, at: end)
        board.trace(
            "garbage collection of \(garbage) pages begins: nothing is recorded for \(end - board.now)"
        )
    }

    private func endCollection(on board: MetaWearBoard) {
        guard collection.finish(at: board.now) else { return }
        board.flash.log.collected(collection.pages)
        lastFlashWork = board.now
        board.trace(
            "garbage collection ends"
                + (collection.lostEntries == 0
                    ? "" : ", \(collection.lostEntries) entries were lost meanwhile"))
        collection = GarbageCollection()
        reportDrop(on: board)
    }

    private func reportDrop(on board: MetaWearBoard) {
        guard revision >= 2, !board.has(.noDropNotice) else { return }
        board.route(SignalKey(Self.id, 0x0D), [])
    }

    /// A datum that cannot be recorded: one entry for each logger on it.
    func refuse(_ key: SignalKey, on board: MetaWearBoard) {
        for logger in loggers where logger.key == key && board.flash.log.isEnabled {
            board.flash.log.refuse()
            if collection.end != nil { collection.lostEntries += 1 }
        }
    }

    // MARK: Flush

    /// The RAM page reaches flash at once if the flash has nothing else to do, otherwise up to half a second later: the evidence
    /// has both (RB26-10).
    func flush(on board: MetaWearBoard) {
        let log = board.flash.log
        if board.has(.flushNeedsLogging), !log.isEnabled {
            return board.ignore(.nothingToDo, "a flush needs logging to be enabled")
        }
        guard let page = log.pageInRAM else {
            return board.trace("nothing to flush, length \(log.length)")
        }
        let time = flushTime(on: board)
        guard time > .zero else { return flushLands(page, on: board) }
        board.schedule(Self.id, Code.flushed.rawValue, UInt64(page), at: board.now + time)
    }

    private func flushTime(on board: MetaWearBoard) -> Nanoseconds {
        if board.has(.slowFlush) { return Self.longestFlush }
        let isBusy =
            collection.end != nil || lastFlashWork.map { board.now - $0 < Self.idleTime } ?? false
        guard isBusy else { return .zero }
        return delays?.flush() ?? .milliseconds(350)
    }

    private static let longestFlush = Nanoseconds.milliseconds(1_500)
    /// After so long without a page written or erased the flash has nothing to do. Ours.
    private static let idleTime = Nanoseconds.seconds(2 as Int64)

    private func flushLands(_ page: UInt32, on board: MetaWearBoard) {
        let log = board.flash.log
        // It was full meanwhile, or dropped.
        guard log.pageInRAM == page else { return }
        log.flush()
        lastFlashWork = board.now
        board.trace("RAM page flushed, length \(log.length)")
    }
}
