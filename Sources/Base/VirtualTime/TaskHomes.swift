import Synchronization

/// Where each task belongs: to a world, or to the real one. A thread of one world may wake a task of another, or one
/// that runs in real time, and each has to continue where it was.
enum TaskHomes {
    /// Where a task belongs, as far as known.
    enum Home {
        case world(World)
        case real
    }

    private final class Shard: Sendable {
        let homes = Mutex<[UInt64: Home]>([:])
    }

    private static let shards = (0..<64).map { _ in Shard() }

    /// Where a task belongs; a task that was not seen before belongs where it is seen now.
    ///
    /// - Parameter isNew: false if the task is older than anything that is remembered here.
    static func home(of task: UInt64, seenIn world: World?, isNew: Bool = true) -> Home {
        shards[Int(task % 64)].homes.withLock { homes in
            if let home = homes[task] { return home }
            guard let world, isNew else {
                homes[task] = .real
                return .real
            }
            homes[task] = .world(world)
            world.remember(task)
            return .world(world)
        }
    }

    /// Forgets the tasks of a world that has ended.
    static func forget(_ tasks: [UInt64]) {
        for task in tasks {
            shards[Int(task % 64)].homes.withLock { _ = $0.removeValue(forKey: task) }
        }
    }

    /// Forgets all tasks that run in real time.
    static func forgetReal() {
        for shard in shards {
            shard.homes.withLock { homes in
                homes = homes.filter { if case .real = $0.value { false } else { true } }
            }
        }
    }
}
