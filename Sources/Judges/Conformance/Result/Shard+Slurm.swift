extension Shard {
    /// The part of a task of a Slurm job array, for any start and step of the array.
    ///
    /// - Parameter environment: the value of an environment variable (sbatch(1), "Output environment
    ///   variables": `SLURM_ARRAY_TASK_ID`, `_COUNT`, `_MIN`, `_MAX`, `_STEP`).
    package init(slurm environment: (String) -> String?) throws(ShardError) {
        func value(_ name: String) throws(ShardError) -> Int? {
            guard let text = environment("SLURM_ARRAY_TASK_" + name), !text.isEmpty else {
                return nil
            }
            guard let number = Shard.number(text), number <= 1 << 40 else {
                throw .oddArray("SLURM_ARRAY_TASK_\(name) is `\(text)`, which is not a number")
            }
            return number
        }
        guard let task = try value("ID") else { throw .noArray(missing: "SLURM_ARRAY_TASK_ID") }
        guard let first = try value("MIN") else { throw .noArray(missing: "SLURM_ARRAY_TASK_MIN") }
        guard let count = try value("COUNT") else {
            throw .noArray(missing: "SLURM_ARRAY_TASK_COUNT")
        }
        guard count >= 1, count <= Self.most else { throw .badCount("\(count)") }
        let step = max(1, try value("STEP") ?? 1)
        // A list as `1,3,7` comes with step 1 (Slurm 22.05); the position of a task in it is unknown.
        if let last = try value("MAX"), last < first || (last - first) / step != count - 1 {
            throw .oddArray("the \(count) tasks from \(first) to \(last) are not evenly spaced")
        }
        let offset = task - first
        guard offset >= 0, offset % step == 0, offset / step < count else {
            throw .oddArray(
                "task \(task) is not one of the \(count) from \(first) in steps of \(step)")
        }
        try self.init(offset / step + 1, of: count)
    }
}
