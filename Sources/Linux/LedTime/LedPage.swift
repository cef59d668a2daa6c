private import CLedTime
private import Glibc

/// The memory that boardsim shares with the programs whose time it leads: the time, and a slot for
/// every thread and timer that waits for one. `CLedTime/wire.h` describes it.
///
/// Slots are read and written while every thread of every program sleeps.
final class LedPage {
    /// What is to happen at a slot's time.
    enum Kind { case thread, bell, timer, signal }

    /// A thread or a timer that waits.
    struct Waiting: Equatable {
        var slot: Int
        /// Nanoseconds; ``never`` if nothing but an event ends it.
        var due: Int64
        fileprivate var order: UInt64
    }

    /// No deadline.
    static let never = Int64.max

    private let page: UnsafeMutablePointer<led_page>
    private let path: String
    /// The last count of threads that were about to wait.
    private var seen: UInt32 = 0

    /// - Throws: ``LedTimeError`` if the file cannot be made.
    init(_ path: String) throws(LedTimeError) {
        guard let page = led_page_make(path) else { throw .system(path) }
        self.page = page
        self.path = path
    }

    deinit {
        led_page_drop(page)
        unlink(path)
    }

    /// Virtual nanoseconds, as programs see them.
    var now: Int64 {
        get { page.pointee.now }
        set { led_page_set_now(page, newValue) }
    }

    /// Whether threads that something has reached wait until all of it is there.
    var isHeld = false {
        didSet { led_page_set_held(page, isHeld ? 1 : 0) }
    }

    /// The earliest deadline; of several at the same time that which was set first. Nil if nothing
    /// waits for a time.
    var first: Waiting? {
        var first: Waiting?
        for index in 0..<Int(led_page_used(page)) {
            let slot = slot(index).pointee
            guard slot.pid != 0, slot.due != Self.never else { continue }
            if let found = first, (found.due, found.order) <= (slot.due, slot.order) { continue }
            first = Waiting(slot: index, due: slot.due, order: slot.order)
        }
        return first
    }

    /// The owners of slots.
    var owners: Set<Int32> {
        var owners: Set<Int32> = []
        for index in 0..<Int(led_page_used(page)) {
            let pid = slot(index).pointee.pid
            if pid != 0 { owners.insert(pid) }
        }
        return owners
    }

    func kind(of slot: Int) -> Kind {
        switch led_kind(UInt32(bitPattern: self.slot(slot).pointee.kind)) {
        case LED_BELL: .bell
        case LED_TIMER: .timer
        case LED_SIGNAL: .signal
        default: .thread
        }
    }

    /// Wakes the thread of a slot; false if something else has.
    @discardableResult func wake(_ slot: Int) -> Bool { led_slot_wake(self.slot(slot)) != 0 }

    /// How often a timer has expired by now; its next deadline is set.
    func expire(_ slot: Int) -> UInt64 {
        let slot = self.slot(slot)
        let (due, period) = (slot.pointee.due, slot.pointee.period)
        guard period > 0 else {
            slot.pointee.due = Self.never
            return 1
        }
        let count = 1 + max(0, now - due) / period
        let (next, overflow) = due.addingReportingOverflow(count &* period)
        slot.pointee.due = overflow ? Self.never : next
        return UInt64(count)
    }

    /// Sends a slot's signal.
    func signal(_ slot: Int) {
        let slot = self.slot(slot)
        if slot.pointee.signal != 0 { led_slot_signal(slot) }
    }

    /// Frees the slots of a process that fulfil a condition, by their thread; 0 is a timer.
    func free(of pid: Int32, where isGone: (_ thread: Int32) -> Bool) -> [Int] {
        var freed: [Int] = []
        for index in 0..<Int(led_page_used(page)) {
            let slot = slot(index)
            guard slot.pointee.pid == pid, isGone(slot.pointee.tid) else { continue }
            led_slot_free(page, slot)
            freed.append(index)
        }
        return freed
    }

    /// Waits until a thread is about to wait, or for so many nanoseconds.
    func await(atMost nanoseconds: Int) { led_page_await(page, &seen, nanoseconds) }

    private func slot(_ index: Int) -> UnsafeMutablePointer<led_slot> {
        led_page_slot(page, UInt32(index))
    }
}
