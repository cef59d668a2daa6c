import Simulation

/// The number of steps of a case, with all repetitions and procedures expanded; nested ones
/// multiply. Floating point cannot overflow.
struct CaseExtent {
    var steps = 0.0
    /// The longest that they can take, in seconds of the board's time.
    var seconds = 0.0
    /// The nesting of procedures.
    var depth = 0

    /// No case needs more than this.
    static let most = CaseExtent(steps: 100_000, seconds: 7 * 86_400)
    /// No procedures need deeper nesting than this.
    static let deepest = 16

    private init(steps: Double, seconds: Double) {
        self.steps = steps
        self.seconds = seconds
    }

    /// Of steps.
    ///
    /// - Parameter procedures: by name; an unknown one counts as one step.
    init(_ steps: [CaseStep], _ procedures: [String: CaseExtent] = [:]) {
        for step in steps {
            self.steps += 1
            switch step.kind {
            case .repeat(let loop):
                let inner = CaseExtent(loop.steps, procedures)
                self.steps += inner.steps * Double(loop.times)
                seconds += inner.seconds * Double(loop.times)
                depth = max(depth, inner.depth)
            case .perform(let name):
                guard let inner = procedures[name] else { continue }
                self.steps += inner.steps
                seconds += inner.seconds
                depth = max(depth, inner.depth + 1)
            case .wait(let duration): seconds += duration.seconds
            case .ask(let ask): seconds += ask.within.seconds
            case .expect(let expect): seconds += expect.within.seconds
            case .stream(let stream): seconds += stream.duration.seconds
            case .silence(let silence): seconds += silence.duration.seconds
            case .forget(let forget): seconds += forget.duration.seconds
            case .either(let alternatives):
                for alternative in alternatives {
                    switch alternative.kind {
                    case .expect(let expect): seconds += expect.within.seconds
                    case .silence(let silence): seconds += silence.duration.seconds
                    case .advertises(let advertises): seconds += advertises.duration.seconds
                    }
                }
            case .connect(let connect): seconds += connect.within.seconds
            case .ended(let ended): seconds += ended.within.seconds
            case .advertises(let advertises): seconds += advertises.duration.seconds
            default: break
            }
        }
    }

    /// Whether it is more than any case needs.
    var isTooMuch: Bool { steps > Self.most.steps || seconds > Self.most.seconds }
}
