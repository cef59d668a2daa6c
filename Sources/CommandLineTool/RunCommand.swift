import Report
import Scenario
import Simulation
import YAML

/// `boardsim run`: plays a scenario, reports, and says by its status whether it held.
func runCommand(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    let path = arguments.operands[0]
    do throws(RunError) {
        let settings = try RunSettings(arguments)
        let run = try load(path, settings, console)
        return try play(run, settings, console)
    } catch {
        console.complain("\(error)\n")
        return error.kind == .environment ? .environment : .usage
    }
}

private func load(
    _ path: String, _ settings: RunSettings, _ console: Console
) throws(RunError) -> ScenarioRun {
    let text: [UInt8]
    do throws(FileError) {
        text = try console.read(path)
    } catch {
        throw RunError(.input, "\(path):1:1: error: the file cannot be read: \(error.reason)")
    }
    let document: Document
    do throws(ScenarioError) {
        document = try Document(
            reading: text, file: path, vocabulary: .firmware)
    } catch {
        throw RunError(.input, "\(error)")
    }
    var options = settings.options
    options.readFile = { name in
        do throws(FileError) { return .success(try console.read(name)) } catch {
            return .failure(error.reason)
        }
    }
    if let tracePath = settings.tracePath {
        options.traceSink = try TraceFile(tracePath).write
    }
    return try ScenarioRun(document, text: text, file: path, options: options)
}

private func play(
    _ run: ScenarioRun, _ settings: RunSettings, _ console: Console
) throws(RunError) -> ExitStatus {
    let interrupt = Interrupt()
    let pacer = Pacer(settings.speed)
    while !run.isOver, !interrupt.isRaised {
        run.advance(to: pacer.next(after: run.simulation.now))
        pacer.wait()
    }
    let result = try run.finish(interrupted: interrupt.isRaised)
    for e in result.expectations { console.write("\(e.verdict) \(e.title): \(e.detail)\n") }
    for c in result.clients {
        for s in c.steps { console.write("\(s)\n") }
        for s in c.series {
            console.write(
                "\(s.signal) made \(s.made) received \(s.received) dropped \(s.dropped) rms \(s.rootMeanSquareError ?? -1) \(s.latency as Any)\n"
            )
        }
    }
    for b in result.boards { console.write("\(b)\n") }
    return status(of: result)
}

/// What a result means for whoever started the program.
func status(of result: RunResult) -> ExitStatus {
    if case .deadline = result.ending { return .deadline }
    return result.passed ? .success : .failed
}
