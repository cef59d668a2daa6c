import Central
import Simulation
import YAML

extension CaseRun {
    /// Listens for the longest time of all alternatives, then tries each of them on the same packets
    /// and advertisements.
    func either(_ alternatives: [Alternative], at mark: Mark) throws(CaseEnd) {
        try collect(until: access.now + Self.patience(of: alternatives), mark)
        let reports = try Self.scan(of: alternatives).map { duration throws(CaseEnd) in
            try hear(for: duration, at: mark)
        }
        var reasons: [String] = []
        // An alternative that fails has taken nothing.
        for alternative in alternatives {
            do throws(CaseEnd) {
                switch alternative.kind {
                case .expect(var expect):
                    expect.within = .zero
                    try self.expect(expect, at: mark)
                case .silence(var silence):
                    silence.duration = .zero
                    try self.silence(silence, at: mark)
                case .advertises(let advertises):
                    try look(at: reports ?? [], advertises, mark)
                }
                let source = alternative.source.isEmpty ? "" : " (\(alternative.source))"
                record.follows.append(
                    CaseResult.Choice(question: item.title, answer: alternative.follows + source))
                return
            } catch {
                guard case .failed(let why, _) = error else { throw error }
                reasons.append("not \(alternative.follows): \(why)")
            }
        }
        throw .failed("no alternative: " + reasons.joined(separator: "; "), at: mark)
    }

    /// How long to wait for packets.
    private static func patience(of alternatives: [Alternative]) -> Nanoseconds {
        alternatives.map { alternative in
            switch alternative.kind {
            case .expect(let expect): expect.within
            case .silence(let silence): silence.duration
            case .advertises: .zero
            }
        }.max() ?? .zero
    }

    /// How long to scan; nil if no alternative is about advertising.
    private static func scan(of alternatives: [Alternative]) -> Nanoseconds? {
        alternatives.compactMap { alternative in
            if case .advertises(let advertises) = alternative.kind {
                advertises.duration
            } else {
                nil
            }
        }.max()
    }
}
