/// placeholder
public struct Playback: MoveKind {
    static let name = "recording"
    var problem: String? { nil }
    func segment(from start: Pose) -> Segment { Segment(start: start, duration: 1) }
}
