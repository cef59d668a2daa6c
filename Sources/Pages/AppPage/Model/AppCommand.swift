internal import Foundation
internal import JSON
internal import MetaWear
internal import PageModel

/// What a browser asks the app for.
enum AppCommand: Sendable {
    /// What is asked about before it is done.
    enum Destruction: Sendable, Equatable {
        case clearLog, factoryReset
        case deleteSession(UUID)
        case startGroup
        case forgetRecording(UUID)
        case recover(UUID)

        /// Whether it is done to the board.
        var needsBoard: Bool { self == .clearLog || self == .factoryReset }
    }

    case scan(Bool)
    case connect(UUID)
    case disconnect
    case forget(UUID)
    case identify
    case light(LEDColor, LEDPreset)
    case darken
    case pulse(MWHaptic.Mode, duty: Int, milliseconds: Int)
    case read(Quantity, channel: Int)
    case choose(AppSensor, Bool)
    case rate(AppSensor, Double)
    case range(AppSensor, Double)
    case channel(AppSensor, Int)
    case mode(AppSensor, String)
    case halveRates
    case startStream, pauseStream, resumeStream, stopStream
    case exportStream(AppSensor)
    /// The attitude [w, x, y, z] that counts as none; nil for the true ones.
    case tare([Double]?)
    case startLog, stopLog
    case download, cancelDownload
    case orphans(OrphanAnswer)
    case openSession(UUID)
    case exportSession(UUID)
    case rename(String)
    case countLog
    case checkFirmware, updateFirmware, cancelFirmware
    case member(UUID, Bool)
    case groupSensor(AppSensor, Bool)
    case groupRate(Double)
    case groupRange(AppSensor, Double)
    case collectGroup, cancelGroup, saveGroup
    case ask(Destruction)
    case answer(Bool)
    case dismiss(Int)

    /// Reads a command.
    ///
    /// - Throws: for an unknown one, and for arguments that are missing or wrong.
    init(_ command: PageCommand) throws(PageError) {
        switch command.name {
        case "scan": self = .scan(try command.flag("on"))
        case "connect": self = .connect(try command.identifier("id"))
        case "disconnect": self = .disconnect
        case "forget": self = .forget(try command.identifier("id"))
        case "identify": self = .identify
        case "light": self = .light(try command.choice("color"), try command.choice("preset"))
        case "darken": self = .darken
        case "pulse":
            let mode = try command.text("mode", atMost: 10)
            guard let kind = MWHaptic.Mode.allCases.first(where: { "\($0)" == mode }) else {
                throw PageError("pulse: `mode` must be motor or buzzer")
            }
            self = .pulse(
                kind, duty: try command.integer("duty", in: 0...100),
                milliseconds: try command.integer("milliseconds", in: 1...10_000))
        case "read":
            self = .read(
                try command.choice("quantity"),
                channel: command.has("channel") ? try command.integer("channel", in: 0...15) : 0)
        case "choose": self = .choose(try command.choice("sensor"), try command.flag("on"))
        case "rate":
            self = .rate(
                try command.choice("sensor"), try command.number("value", in: 0.001...10_000))
        case "range":
            self = .range(
                try command.choice("sensor"), try command.number("value", in: 0...100_000))
        case "channel":
            self = .channel(try command.choice("sensor"), try command.integer("value", in: 0...15))
        case "mode":
            self = .mode(try command.choice("sensor"), try command.text("value", atMost: 20))
        case "halveRates": self = .halveRates
        case "startStream": self = .startStream
        case "pauseStream": self = .pauseStream
        case "resumeStream": self = .resumeStream
        case "stopStream": self = .stopStream
        case "exportStream": self = .exportStream(try command.choice("sensor"))
        case "tare": self = .tare(try command.numbers("attitude", count: 4, in: -2...2))
        case "untare": self = .tare(nil)
        case "startLog": self = .startLog
        case "stopLog": self = .stopLog
        case "download": self = .download
        case "cancelDownload": self = .cancelDownload
        case "orphans": self = .orphans(try command.choice("answer"))
        case "openSession": self = .openSession(try command.identifier("id"))
        case "exportSession": self = .exportSession(try command.identifier("id"))
        case "deleteSession": self = .ask(.deleteSession(try command.identifier("id")))
        case "rename": self = .rename(try command.text("name", atMost: 100))
        case "countLog": self = .countLog
        case "clearLog": self = .ask(.clearLog)
        case "factoryReset": self = .ask(.factoryReset)
        case "checkFirmware": self = .checkFirmware
        case "updateFirmware": self = .updateFirmware
        case "cancelFirmware": self = .cancelFirmware
        case "member": self = .member(try command.identifier("id"), try command.flag("on"))
        case "groupSensor":
            self = .groupSensor(try command.choice("sensor"), try command.flag("on"))
        case "groupRate": self = .groupRate(try command.number("value", in: 0.001...10_000))
        case "groupRange":
            self = .groupRange(
                try command.choice("sensor"), try command.number("value", in: 0...100_000))
        case "startGroup": self = .ask(.startGroup)
        case "collectGroup": self = .collectGroup
        case "cancelGroup": self = .cancelGroup
        case "saveGroup": self = .saveGroup
        case "forgetRecording": self = .ask(.forgetRecording(try command.identifier("id")))
        case "answer": self = .answer(try command.flag("yes"))
        case "dismiss": self = .dismiss(try command.integer("id"))
        default: throw PageError("there is no command `\(command.name)`")
        }
    }
}

extension PageCommand {
    func identifier(_ key: String) throws(PageError) -> UUID {
        guard let id = UUID(uuidString: try text(key, atMost: 36)) else {
            throw PageError("\(name): `\(key)` must be an identifier")
        }
        return id
    }

    fileprivate func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, of type: Choice.Type = Choice.self
    ) throws(PageError) -> Choice where Choice.RawValue == String {
        guard let choice = Choice(rawValue: try text(key, atMost: 40)) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw PageError("\(name): `\(key)` must be one of \(words)")
        }
        return choice
    }
}

extension AppModel {
    /// Does what a browser asks for. What takes time goes on by itself, and its errors become notices.
    func perform(_ command: AppCommand) {
        switch command {
        case .scan(let isOn): if isOn { scanner.startScan() } else { scanner.stopScan() }
        case .connect(let id): connect(id)
        case .disconnect: disconnect()
        case .forget(let id): forget(id)
        case .identify: identify()
        case .light(let color, let preset): light(color, preset)
        case .darken: darken()
        case .pulse(let mode, let duty, let time): pulse(mode, duty: duty, milliseconds: time)
        case .read(let quantity, let channel): read(quantity, channel: channel)
        case .choose(let sensor, let isOn): choose(sensor, isOn)
        case .rate(let sensor, let rate): configure(sensor) { $0.rate = rate }
        case .range(let sensor, let range): configure(sensor) { $0.range = range }
        case .channel(let sensor, let channel): configure(sensor) { $0.channel = channel }
        case .mode(let sensor, let mode): configure(sensor) { $0.mode = mode }
        case .halveRates: halveRates()
        case .startStream: startStream()
        case .pauseStream: pauseStream()
        case .resumeStream: resumeStream()
        case .stopStream: stopStream()
        case .exportStream(let sensor): exportStream(sensor)
        case .tare(let attitude): tare(attitude)
        case .startLog: startLog()
        case .stopLog: stopLog()
        case .download: download()
        case .cancelDownload: cancelDownload()
        case .orphans(let answer): answerOrphans(answer)
        case .openSession(let id): openSession(id)
        case .exportSession(let id): exportSession(id)
        case .rename(let name): rename(name)
        case .countLog: countLog()
        case .checkFirmware: checkFirmware()
        case .updateFirmware: updateFirmware()
        case .cancelFirmware: cancelFirmware()
        case .member(let id, let isOn): chooseMember(id, isOn)
        case .groupSensor(let sensor, let isOn): configureGroup { try $0.choose(sensor, isOn) }
        case .groupRate(let rate): configureGroup { $0.setRate(rate) }
        case .groupRange(let sensor, let range):
            configureGroup { try $0.setRange(range, of: sensor) }
        case .collectGroup: collectGroup()
        case .cancelGroup: cancelGroup()
        case .saveGroup: saveGroup()
        case .ask(let action): ask(action)
        case .answer(let isYes): answer(isYes)
        case .dismiss(let id): notices.removeAll { $0.id == id }
        }
        publish()
    }
}
