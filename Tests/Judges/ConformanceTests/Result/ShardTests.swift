import Conformance
import Testing

@Suite struct ShardTests {
    @Test(arguments: [("1/1", 1, 1), ("2/8", 2, 8), ("8/8", 8, 8), ("1/1000000", 1, 1_000_000)])
    func `a part as a person writes it`(text: String, index: Int, count: Int) throws {
        let shard = try Shard(text)
        #expect((shard.index, shard.count) == (index, count))
        #expect(shard.description == text)
    }

    @Test(arguments: [
        ("", "`` is not a part of a suite"), ("2", "`2` is not a part"),
        ("2/", "`2/` is not a part"),
        ("/2", "`/2` is not a part"), ("1/2/3", "`1/2/3` is not a part"),
        ("+1/2", "`+1/2` is not a part"),
        ("-1/2", "`-1/2` is not a part"), ("1 / 2", "`1 / 2` is not a part"),
        ("１/２", "`１/２` is not a part"),
        ("1/99999999999999999999999", "is not a part"),
        ("0/2", "there is no part 0 of 2; parts count from 1: write 1/2 to 2/2"),
        ("3/2", "there is no part 3 of 2"), ("1/0", "cannot be split into 0 parts"),
        ("1/1000001", "cannot be split into 1000001 parts; write a number from 1 to 1000000"),
    ])
    func `an invalid part is reported with a fix`(text: String, wanted: String) {
        let error = #expect(throws: ShardError.self) { try Shard(text) }
        #expect(error?.description.contains(wanted) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [1, 2, 3, 7, 100]) func `every place belongs to one part`(count: Int) throws {
        let parts = try (1...count).map { index throws(ShardError) in try Shard(index, of: count) }
        for place in 0..<250 {
            #expect(parts.count { $0.contains(place: place) } == 1)
        }
        #expect(!parts[0].contains(place: -count))
        // As even as can be.
        let sizes = parts.map { part in (0..<250).count { part.contains(place: $0) } }
        #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
    }

    /// `sbatch --array=…`, the variables of its tasks, and the parts that they have.
    private static let arrays: [(array: String, ids: [Int], step: Int)] = [
        ("0-3", [0, 1, 2, 3], 1), ("1-8", Array(1...8), 1), ("5-7", [5, 6, 7], 1),
        ("0-15:4", [0, 4, 8, 12], 4), ("10-20:5", [10, 15, 20], 5), ("7", [7], 1),
        ("10-20:4", [10, 14, 18], 4),
    ]

    @Test(arguments: arrays) func `the tasks of an array have the parts in turn`(
        array: String, ids: [Int], step: Int
    ) throws {
        for (position, id) in ids.enumerated() {
            let shard = try Shard(slurm: variables(id, ids, step: step))
            #expect((shard.index, shard.count) == (position + 1, ids.count), "\(array), task \(id)")
        }
    }

    @Test func `without the end of the array its step serves`() throws {
        let shard = try Shard(slurm: { name in
            [
                "SLURM_ARRAY_TASK_ID": "9", "SLURM_ARRAY_TASK_MIN": "3",
                "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_STEP": "3",
            ][name]
        })
        #expect(shard.description == "3/4")
    }

    private static let wrong: [(change: [String: String?], wanted: String)] = [
        (["ID": nil], "SLURM_ARRAY_TASK_ID is not set"), (["ID": ""], "ID is not set"),
        (["MIN": nil], "SLURM_ARRAY_TASK_MIN is not set"),
        (["COUNT": nil], "SLURM_ARRAY_TASK_COUNT is not set"),
        (["ID": "one"], "SLURM_ARRAY_TASK_ID is `one`, which is not a number"),
        (["ID": "99999999999999999999"], "not a number"),
        (["ID": "4611686018427387904"], "not a number"),
        (["COUNT": "0"], "cannot be split into 0 parts"),
        (["ID": "9"], "task 9 is not one of the 4 from 1 in steps of 1"),
        (["ID": "0"], "task 0 is not one"),
        (["MAX": "9"], "the 4 tasks from 1 to 9 are not evenly spaced"),
        (["MAX": "0"], "not evenly spaced"), (["STEP": "2"], "not evenly spaced"),
        (["STEP": "x"], "SLURM_ARRAY_TASK_STEP is `x`"),
    ]

    @Test(arguments: wrong) func `an odd array is reported with a fix`(
        change: [String: String?], wanted: String
    ) {
        let variables = variables(2, [1, 2, 3, 4], step: 1)
        let error = #expect(throws: ShardError.self) {
            try Shard(slurm: { name in
                let short = String(name.dropFirst("SLURM_ARRAY_TASK_".count))
                return change.keys.contains(short) ? change[short] ?? nil : variables(name)
            })
        }
        #expect(error?.description.contains(wanted) == true, "\(error?.description ?? "")")
    }

    private func variables(_ id: Int, _ ids: [Int], step: Int) -> (String) -> String? {
        let values = [
            "SLURM_ARRAY_TASK_ID": "\(id)", "SLURM_ARRAY_TASK_MIN": "\(ids.min() ?? 0)",
            "SLURM_ARRAY_TASK_MAX": "\(ids.max() ?? 0)", "SLURM_ARRAY_TASK_COUNT": "\(ids.count)",
            "SLURM_ARRAY_TASK_STEP": "\(step)",
        ]
        return { values[$0] }
    }
}
