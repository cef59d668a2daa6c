import FlashStore
import MetaWearBoard
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

#if !DEBUG
    /// What keeping the flash costs, in CPU time of the process. Release builds only.
    @Suite(.serialized) struct FlashPerformanceTests {
        @Test(arguments: [BoardProfile.metaMotionS, .metaMotionR])
        func `a million entries reach the journal`(_ profile: BoardProfile) throws {
            var profile = profile
            profile.flash.capacity = 2_000_000
            let directory = TemporaryDirectory()
            let start = now()
            do {
                let board = try KeptBoard(directory.path, profile)
                board.startLogging()
                for n in 0..<1_000_000 { board.board.setButton(pressed: n % 2 == 0) }
                board.flush()
                #expect(board.flash.failure == nil)
            }
            let written = now()
            let board = try KeptBoard(directory.path, profile)
            #expect(board.board.flash.log.length > 1_000_000)
            let read = now()
            print(
                "performance: \(profile.name): \((written - start) / 1_000_000) ns an entry written,",
                "\((read - written) / 1_000_000) ns an entry read back")
            #expect((written - start) / 1_000_000 < 5_000)
            #expect((read - written) / 1_000_000 < 500)
        }

        private func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
        }
    }
#endif
