import ScenarioRun
import ScriptedClient
import Simulation

/// What came of a world.
package struct WorldOutcome: Sendable, Equatable {
    /// What broke; nil if nothing did.
    package var failure: Failure?
    /// The rules that a client broke; whether they are failures depends on the world without a fault.
    package var breaches: [Breach] = []
    /// Why it could not be run; nil if it was.
    package var problem: String?
    /// Its points, if they were asked for.
    package var points: [Point]
    /// What packets of a kind mean, by ``Point/label``.
    package var meanings: [String: String]
    /// What some world has to reach, and this one did not: titles of expectations.
    package var unreached: [String] = []
    /// Virtual time.
    package var duration: Nanoseconds

    /// A rule of the judge that a client broke.
    package struct Breach: Sendable, Equatable {
        /// The same in every world in which it is broken in the same place.
        package var key: String
        /// As what it is reported.
        package var failure: Failure

        package init(key: String, failure: Failure) { (self.key, self.failure) = (key, failure) }
    }

    package struct Failure: Sendable, Hashable {
        /// What broke, in words.
        package var what: String
        /// The last thing of the client that went right; empty if nothing did.
        package var lastRight: String
        /// Whether it was cut off, because it did not come to an end.
        package var isHang = false
        /// Whether it was found by somebody who knows what went wrong in the world; it counts in every world.
        package var isInformed = false
        /// Where in the client's source it was noticed, which keeps kinds apart; empty if that is not known.
        package var place = ""

        package init(
            what: String, lastRight: String, isHang: Bool = false, isInformed: Bool = false
        ) {
            (self.what, self.lastRight) = (what, lastRight)
            (self.isHang, self.isInformed) = (isHang, isInformed)
        }

        /// What failures of one kind have in common: neither numbers nor the bytes of packets.
        package var key: String {
            Self.plain(what) + " / " + Self.plain(lastRight) + (place.isEmpty ? "" : " / " + place)
        }

        private static func plain(_ words: String) -> String {
            var plain = ""
            var isBytes = false
            for letter in words {
                if letter == "[" || letter == "]" { isBytes = letter == "[" }
                if isBytes && letter != "[" || letter.isNumber && plain.last == "#" { continue }
                plain.append(letter.isNumber ? "#" : letter)
            }
            return plain
        }
    }

    package init(
        failure: Failure? = nil, problem: String? = nil, points: [Point] = [],
        meanings: [String: String] = [:], duration: Nanoseconds = .zero
    ) {
        self.failure = failure
        self.problem = problem
        self.points = points
        self.meanings = meanings
        self.duration = duration
    }
}

extension WorldOutcome.Failure {
    /// What broke in a run; nil if everything held.
    package init?(_ result: RunResult) {
        (lastRight, isHang, isInformed) = (result.lastRight, false, false)
        if let failure = result.program?.failure {
            what = "the program \(failure)"
        } else if let step = result.failedStep {
            what = step
        } else if case .deadline(let open) = result.ending {
            what = "not done by the deadline: \(open)"
            isHang = true
        } else if let expectation = result.expectations.first(where: { !$0.verdict.passes }) {
            what = "expectation: \(expectation.title): \(expectation.detail)"
        } else {
            return nil
        }
    }
}

extension RunResult {
    /// The last step of a client that was done, in words; empty if there is none.
    package var lastRight: String {
        let done = clients.flatMap { client in
            client.steps.compactMap { step in
                step.outcome == .done
                    ? step.ended.map { (time: $0, words: "\(client.name): \(step.title)") } : nil
            }
        }
        return done.max { $0.time < $1.time }?.words ?? ""
    }
}
