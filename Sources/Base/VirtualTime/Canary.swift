import CVirtualTime
import Synchronization

/// Finds out, once in a process, whether tasks can be caught: another toolchain may run them in a way
/// that this library does not know.
enum Canary {
    private static let hasPassed = Atomic<Bool>(false)

    static func check() async throws {
        if hasPassed.load(ordering: .relaxed) { return }
        guard vt_owns_clocks() else {
            throw VirtualTimeError.unsupported(
                "its clocks are read elsewhere; link VirtualTime into the program itself, not into a"
                    + " shared library")
        }
        let world = World(nil, VirtualTimeOptions())
        do {
            try await run(world) { try await Task.sleep(for: .seconds(3600)) }
        } catch is VirtualTimeError {
            throw VirtualTimeError.unsupported(reason)
        }
        guard world.report.virtualTime >= .seconds(3600) else {
            throw VirtualTimeError.unsupported(reason)
        }
        hasPassed.store(true, ordering: .relaxed)
    }

    /// Why a sleep was not caught, and what may help.
    private static var reason: String {
        let failed = "a task that sleeps was not caught"
        return switch VirtualTimeBackEnd.current {
        case .executors:
            "\(failed) by the process's executors, because this version of Swift runs tasks in another"
                + " way; try VIRTUAL_TIME_BACKEND=dispatch"
        case .dispatch:
            "\(failed) on its way to libdispatch, because this version of Swift runs tasks in another"
                + " way; try VIRTUAL_TIME_BACKEND=executors"
        case nil:
            "\(failed), because VIRTUAL_TIME_BACKEND is"
                + " `\(vt_back_end_variable().map { String(cString: $0) } ?? "")`; it can be `executors`"
                + " or `dispatch`"
        }
    }
}
