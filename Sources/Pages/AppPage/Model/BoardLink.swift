internal import Foundation
internal import MetaWear
internal import MetaWearFirmware

/// All that the app knows of the board that it is connected to.
@MainActor final class BoardLink {
    enum Phase: String { case connecting, ready, updating }

    /// A log that the app has not recorded itself.
    struct Orphans {
        var entries: Int
        /// Whether the board was still recording when it was connected.
        var isRunning = false
        /// What was recorded; nil if the board did not say.
        var signals: [MWAnonymousSignal]?
        /// Whether the person is to decide now.
        var isAsked = true
    }

    /// A value that was read once.
    struct Reading {
        var title: String
        var value: Double
        var unit: String
        var time: Date
    }

    /// How far a download is.
    struct DownloadProgress {
        var fraction = 0.0
        var received = 0
        var total: Int?
        var phase = "Preparing"
    }

    /// The stream that runs, or is paused.
    struct Stream {
        enum Phase: String { case starting, running, paused, stopping }
        var phase: Phase
        var channels: [LiveChannel]
        var feeds: [Task<Void, Never>] = []
        /// The attitude [w, x, y, z] from which the board is shown turned; nil for none.
        var tare: [Double]?
        /// How well the fusion knows its sensors; nil without a fusion.
        var coaching: Coaching?
        /// When it began, and how long it ran before the last pause.
        var resumed: Date
        var before: TimeInterval = 0

        var duration: TimeInterval {
            phase == .paused ? before : before + Date.now.timeIntervalSince(resumed)
        }
    }

    /// What the server has, and how far an update is.
    struct Firmware {
        var checked = false
        var latest: MWFirmwareBuild?
        var progress: DFUProgress?
        /// The last update failed after the board had left its firmware.
        var isInBootloader = false
    }

    let device: MetaWearDevice
    var id: UUID { device.identifier }
    var name: String
    var phase = Phase.connecting
    var information: MWDeviceInformation?
    var modules: [MWModule: MWModuleInfo] = [:]
    var mac: String?
    var battery: BatteryState?
    var rssi: Int?
    var readings: [String: Reading] = [:]
    var choices: [SensorChoice] = []
    var stream: Stream?
    var download: DownloadProgress?
    var orphans: Orphans?
    /// Whether the board has loggers of another program that have recorded nothing.
    var hasIdleLoggers = false
    /// Entries in the log and loggers, when they were last counted.
    var logSize: (entries: Int, loggers: Int)?
    var firmware = Firmware()
    /// Polls the battery.
    var watch: Task<Void, Never>?

    init(_ device: MetaWearDevice, name: String) {
        self.device = device
        self.name = name
    }

    func has(_ module: MWModule) -> Bool { modules[module]?.isPresent == true }
    func choice(_ sensor: AppSensor) -> SensorChoice? { choices.first { $0.sensor == sensor } }

    /// - Throws: if the board is not connected, or busy with its firmware.
    func require(_ phase: Phase = .ready) throws {
        guard self.phase == phase else {
            throw AppError(
                self.phase == .connecting
                    ? "The board is not connected yet." : "The board's firmware is being updated.")
        }
    }
}

/// Why the app does not do something, in words for a person.
struct AppError: Error, LocalizedError, Equatable {
    let errorDescription: String?

    init(_ text: String) { errorDescription = text }
}
