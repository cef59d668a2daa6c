import Declaration
import MetaWearBoard
import ScenarioFile
import ScriptedClient
import Simulation
import TrikiCap
import VirtualRadio

extension Board {
    /// The profile of a MetaWear board with the scenario's firmware revision; nil for a cap.
    var profile: BoardProfile? {
        guard model != .triki else { return nil }
        var profile = BoardProfile.all.first { $0.name == model.rawValue } ?? .metaMotionS
        if let firmware, let other = profile.running(firmware.text) { profile = other }
        if let manufacturer { profile.manufacturer = manufacturer }
        if let revision = bootloader.revision { profile.bootloaderRevision = revision }
        profile.imageRevision = bootloader.image.flatMap { FirmwareRevision($0) }
        if let capacity = battery.capacity {
            profile.battery = BatteryDesign(capacity: capacity.milliampereHours)
        }
        return profile
    }

    /// The profile's quirks with the scenario's switches over them.
    func quirkSet(of profile: BoardProfile) -> Set<Quirk> {
        var quirks = profile.quirks
        for setting in self.quirks.settings {
            guard let quirk = Quirk(rawValue: setting.name) else { continue }
            if setting.value == "true" || setting.value == "on" {
                quirks.insert(quirk)
            } else {
                quirks.remove(quirk)
            }
        }
        return quirks
    }
}

extension Radio {
    /// The radio that a scenario's world names.
    init(_ world: World) {
        self.init(
            phy: world.radio.phy == .twoMegabit ? .twoMegabit : .oneMegabit,
            dataLength: world.radio.dataLength, packetsPerEvent: world.radio.packetsPerEvent,
            notificationBuffers: world.radio.notificationBuffers)
        pathLossAtOneMetre = -world.rssiAtOneMetre.dBm
        fading = 4
    }
}

extension TrikiSwitches {
    /// The switches that a scenario names.
    init(_ settings: TrikiSettings) {
        self.init()
        status = settings.status == .rolling ? .rolling : .button
        chunking =
            switch settings.chunking {
            case .cycle: .cycle
            case .frames: .frames(settings.frames)
            case .blocks: .blocks
            }
        layout = FrameLayout(rawValue: settings.layout.rawValue) ?? .sensor
        hasStartNoise = settings.noise
        acknowledges = settings.ack
        dropOuts = DropOuts(
            hasBursts: settings.dropOuts.bursts, silence: settings.dropOuts.silence ?? .zero,
            every: settings.dropOuts.every)
        sleepsAfter = settings.sleepAfter
    }
}
