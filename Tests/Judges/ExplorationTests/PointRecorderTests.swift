import Simulation
import Testing

@testable import Exploration

@Suite struct PointRecorderTests {
    private func points(_ lines: String...) -> [String] {
        let recorder = PointRecorder(boards: ["desk", "desk 2"])
        for line in lines { recorder.hear(line) }
        return recorder.points.map { "\($0.board): \($0.words)" }
    }

    @Test func `changes of link, log and firmware are points`() {
        #expect(
            points(
                "     5.100000000 desk  booted, reset uid 1",
                "     5.100000001 phone  link  connected to E6:23:24:84:77:78",
                "     5.200000000 desk  RAM page flushed, length 7651",
                "     5.300000000 desk  link  disconnected: connectionTimeout",
                "     5.300000000 desk  queue full, 6 notifications wait"
            ) == [
                "0: the silence at 2.550000000 s", "0: the boot at 5.100000000 s",
                "0: the flush of the log at 5.200000000 s",
                "0: the end of the link at 5.300000000 s",
                "0: the filling of the queue at 5.300000000 s",
            ])
    }

    @Test func `an advertisement that a host has waited for is a point`() {
        let recorder = PointRecorder(boards: ["desk", "desk 2"])
        for milliseconds in [100, 200, 400, 1_300, 2_400] as [Int64] {
            recorder.hearAdvertisement(of: 1, .zero + .milliseconds(milliseconds))
        }
        recorder.hearAdvertisement(of: 0, .zero)
        #expect(
            recorder.points.map { "\($0.board): \($0.words)" } == [
                "1: the wait for an advertisement at 0.099000000 s",
                "1: the wait for an advertisement at 2.399000000 s",
                "0: the wait for an advertisement at 0.000000000 s",
            ])
    }
}
