import VeltoKit
import YAML

/// A call of the facade that a vector names in its title or among its inputs.
struct FacadeCall {
    /// The calls by their published names.
    enum Name: String, CaseIterable {
        case calibrateNeutralPose
        case calibrateCenter
        case resetPaddleCenter
        case resetPaddleMotion
        case resetGestureBaseline
        case flipPaddleOffsetSign
        case discardStaleButtonInput
        case reset
        case configure
        case setMode
        case setIngressSupplement
        case flushIngress
        case hasCachedBLEDevice
        case connectLastDevice
    }

    var name: Name
    /// What stands in its parentheses, or else behind it.
    var argument: String

    /// Every call of a vector in the order in which they are written: those of the title, and those
    /// that only the inputs name. Inputs that name all of the title's calls say the order.
    static func all(of vector: Vector) -> [FacadeCall] {
        let titled = calls(in: vector.title)
        let given = vector.inputs.texts.flatMap(calls)
        let names = Set(given.map(\.name))
        if titled.allSatisfy({ names.contains($0.name) }) { return given }
        let known = Set(titled.map(\.name))
        return titled + given.filter { !known.contains($0.name) }
    }

    /// The calls of a text.
    static func calls(in text: String) -> [FacadeCall] {
        var found: [FacadeCall] = []
        var rest = text[...]
        while let start = rest.firstIndex(where: \.isLetter) {
            let word = rest[start...].prefix { $0.isLetter || $0.isNumber }
            rest = rest[word.endIndex...]
            guard let name = Name(rawValue: String(word)) else { continue }
            // `reset` and `configure` are words of the language as well.
            let isWord = name == .reset || name == .configure
            guard !isWord || rest.first == "(" || start == text.startIndex else { continue }
            let argument =
                rest.first == "("
                ? rest.dropFirst().prefix { $0 != ")" } : rest.prefix { $0 != "," }
            found.append(FacadeCall(name: name, argument: String(argument)))
        }
        return found
    }

    /// Calls it, and notes what it returns.
    func perform(
        on session: MotionSession, of vector: Vector, _ outcome: inout [String: Outcome]
    ) throws(Unplayable) {
        switch name {
        case .calibrateNeutralPose: session.calibrateNeutralPose()
        case .calibrateCenter: session.calibrateCenter()
        case .resetPaddleCenter: session.resetPaddleCenter()
        case .resetPaddleMotion: session.resetPaddleMotion()
        case .resetGestureBaseline: session.resetGestureBaseline()
        case .flipPaddleOffsetSign: session.flipPaddleOffsetSign()
        case .discardStaleButtonInput: session.discardStaleButtonInput()
        case .reset: session.reset()
        case .configure:
            guard let use = words.lazy.compactMap({ MotionUseCase(rawValue: $0) }).first else {
                throw Unplayable("`configure` names no use")
            }
            session.configure(for: use)
            outcome["useCase"] = .text(use.rawValue)
        case .setMode:
            guard let mode = words.lazy.compactMap({ MotionMode(rawValue: $0) }).first else {
                throw Unplayable("`setMode` names no mode")
            }
            session.setMode(mode)
        case .setIngressSupplement: session.setIngressSupplement(supplement(of: vector))
        case .flushIngress: session.flushIngress()
        case .hasCachedBLEDevice: break
        case .connectLastDevice: session.connectLastDevice()
        }
    }

    private var words: [String] { argument.split { !$0.isLetter }.map(String.init) }

    /// `tiltX 0.5, gyroY: 0.25`, or an object among the inputs.
    private func supplement(of vector: Vector) -> MotionSensors {
        let object = ["setIngressSupplement", "supplement", "sensors"].lazy
            .compactMap { vector.inputs[$0] }.first
        let words = argument.split { !$0.isLetter && !$0.isNumber && !"-.".contains($0) }
        func value(_ name: String) -> Double {
            if let number = object?[name]?.number { return number }
            guard let at = words.firstIndex(of: name[...]), at + 1 < words.count else { return 0 }
            return Double(words[at + 1]) ?? 0
        }
        var sensors = MotionSensors()
        sensors.tiltX = value("tiltX")
        sensors.tiltY = value("tiltY")
        sensors.gyroX = value("gyroX")
        sensors.gyroY = value("gyroY")
        sensors.gyroZ = value("gyroZ")
        sensors.rotation = value("rotation")
        return sensors
    }
}

extension Fields {
    /// Every name with the text under it, and every text of a list, in the order of the file.
    fileprivate var texts: [String] {
        guard case .mapping(let entries) = node.content else { return [] }
        return entries.flatMap { entry -> [String] in
            let own = "\(entry.name) \(entry.value.text ?? "")"
            return [own] + (entry.value.list ?? []).compactMap(\.text)
        }
    }
}

extension Vector {
    /// The mode of its inputs, or else of its title: `…, mode gesture` before any other word for
    /// one.
    var namedMode: MotionMode? {
        if let mode = inputs["mode"]?.text.flatMap({ MotionMode(rawValue: $0) }) { return mode }
        let words = title.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let stated = zip(words, words.dropFirst()).compactMap { word, next in
            word == "mode" ? MotionMode(rawValue: next) : nil
        }
        return stated.last ?? words.lazy.compactMap { MotionMode(rawValue: $0) }.first
    }
}
