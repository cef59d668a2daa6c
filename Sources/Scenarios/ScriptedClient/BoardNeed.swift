import Declaration
import MetaWearProtocol
import MetaWearTables

/// A part of a board that a step needs, checked before the run.
package struct BoardNeed {
    package enum Part {
        case register(module: UInt8, register: UInt8, channel: UInt8?)
        /// Something that these modules lack, with the reason.
        case missing(String)
    }

    /// Its name in the file.
    package var word: String
    package var part: Part
}

extension Step {
    /// The parts of a board that it uses itself.
    ///
    /// - Parameter modules: as the board answers discovery: implementation, revision, more.
    package func needs(of modules: [UInt8: [UInt8]]) -> [BoardNeed] {
        let state = HostState()
        let sensors = SensorCommands(
            modules: BoardDescription(
                modules: modules.compactMap { MWModuleInfo(answer: [$0.key, 0x80] + $0.value) }),
            accelerometer: state.accelerometer, gyroscope: state.gyroscope,
            configurations: state.configurations)
        var needs = kind.neededSignals.compactMap(\.builtIn).map {
            BoardNeed(word: $0.rawValue, part: sensors.part(of: $0))
        }
        if let target = (kind as? Read)?.target, let part = sensors.part(of: target) {
            needs.append(BoardNeed(word: Read.key, part: part))
        }
        return needs
    }
}

extension SensorCommands {
    /// Where a signal comes from.
    fileprivate func part(of word: Signal) -> BoardNeed.Part {
        do throws(StepFailure) {
            let signal = try signal(word)
            for unit in signal.units { _ = try configure(unit) }
            return .register(
                module: signal.key.module, register: signal.key.register, channel: signal.key.index)
        } catch {
            return .missing("\(error)")
        }
    }

    /// Where a value is read; nil if that cannot be checked beforehand.
    fileprivate func part(of target: any ReadableValue) -> BoardNeed.Part? {
        switch target {
        // Any bytes may be tried, and a chain is what the script made of it.
        case is ReadTarget.Register, is ReadTarget.ProcessorState: return nil
        // The register depends on the chip.
        case is ReadTarget.Steps: return part(of: .steps)
        default: break
        }
        let request = target.request
        let hasChannel = target is ReadTarget.Temperature || target is ReadTarget.GPIO
        return .register(
            module: request.module, register: request.registerByte,
            channel: hasChannel ? request.payload.first : nil)
    }
}
