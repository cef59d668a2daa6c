/// Several moves at the same time: their displacements from the start add up, and their turns are
/// applied one after the other within each instant, the first one outermost.
final class TogetherSegment: Segment {
    private let tracks: [Track]
    private let highest: Double

    init(start: Pose, _ moves: [Move]) {
        tracks = moves.map { Track([$0], from: start, start: 0) }
        highest = tracks.reduce(0) { max($0, $1.highestBandwidth) }
        let longest = tracks.map { $0.end }.max() ?? 0
        super.init(start: start, duration: Double(longest) * 1e-9)
    }

    override func evaluate(_ t: Double, _ state: inout Kinematics) {
        let time = Int64((t * 1e9).rounded())
        let back = start.orientation.inverse
        var orientation = start.orientation
        var rate = Vector3.zero
        for track in tracks {
            let part = track.state(at: time)
            let turn = back * part.orientation
            orientation = orientation * turn
            rate = turn.unrotate(rate) + part.angularRate
            state.position += part.position - start.position
            state.velocity += part.velocity
            state.acceleration += part.acceleration
        }
        state.orientation = orientation
        state.angularRate = rate
    }

    override var bandwidth: Double { highest }
}
