import CoreBluetooth
import Foundation
public import MetaWearTransport
public import VeltoKit

/// The radio of a motion session over a radio of the SDK: BlueZ, an HCI controller, or a simulated desk.
///
/// ```swift
/// let motion = MotionSDK(on: await TransportRadio(MetaWearRadios.standard()))
/// motion.connect()
/// ```
@MainActor
public final class TransportRadio {
    /// Whether the radio can be used now.
    public private(set) var isOn: Bool
    /// What the radio reports goes here.
    public var onEvent: (RadioEvent) -> Void = { _ in }

    private let radio: any BLERadio
    private var states: Task<Void, Never>?
    private var scanning: Task<Void, Never>?
    private var link: CapLink?

    /// A radio; returns when it is known whether it is on.
    public init(_ radio: any BLERadio) async {
        self.radio = radio
        isOn = false
        let (known, isKnown) = AsyncStream<Void>.makeStream()
        states = Task { [weak self] in
            for await state in radio.states() {
                self?.take(isOn: state == .poweredOn)
                isKnown.yield()
            }
            isKnown.finish()
        }
        for await _ in known { break }
    }

    isolated deinit {
        states?.cancel()
        scanning?.cancel()
        link?.end()
    }

    private func take(isOn: Bool) {
        guard isOn != self.isOn else { return }
        self.isOn = isOn
        if !isOn {
            // The links are gone with it.
            stopScan()
            link?.end()
            link = nil
        }
        onEvent(.power(isOn: isOn))
    }

    private func scan() {
        stopScan()
        scanning = Task { [weak self, radio] in
            var seen: Set<DiscoveredCap> = []
            for await found in radio.scan() {
                let cap = DiscoveredCap(
                    identifier: found.identifier.uuidString, name: found.name ?? "")
                // Each device once, and again when its name becomes known.
                let hasRoom =
                    seen.count < BLEManager.mostListed
                    || cap.isLikely && !seen.contains(where: \.isLikely)
                guard hasRoom, seen.insert(cap).inserted else { continue }
                guard !Task.isCancelled else { return }
                self?.onEvent(.discovered(cap))
            }
        }
    }

    private func stopScan() {
        scanning?.cancel()
        scanning = nil
    }

    private func connect(to cap: DiscoveredCap) {
        link?.end()
        link = nil
        guard let link = CapLink(to: cap, on: radio) else {
            // The identifier is of another radio. An answer never arrives during the call.
            Task { [weak self] in self?.onEvent(.failedToConnect) }
            return
        }
        self.link = link
        link.open { [weak self, weak link] event in
            guard let self, let link, self.link === link else { return }
            if event == .disconnected || event == .failedToConnect { self.link = nil }
            onEvent(event)
        }
    }
}

extension TransportRadio: @MainActor CapRadio {
    /// Does what the session asks; a step that fails ends the link.
    public func perform(_ operation: RadioOperation) {
        switch operation {
        case .scan: scan()
        case .stopScan: stopScan()
        case .connect(let cap): connect(to: cap)
        case .cancelConnection: link?.end()
        case .discoverServices, .discoverCharacteristics, .subscribe, .write:
            link?.perform(operation)
        }
    }
}

extension MotionSDK {
    /// A facade whose caps are found by a radio.
    ///
    /// - Parameters:
    ///   - version: which published version to reproduce.
    ///   - radio: its radio.
    ///   - remembered: the `rememberedDevice` of an earlier start of the app.
    public convenience init(
        _ version: VeltoVersion = .seed, on radio: TransportRadio,
        remembered: DiscoveredCap? = nil
    ) {
        let start = ContinuousClock.now
        self.init(
            version, radio: radio, remembered: remembered,
            clock: { (ContinuousClock.now - start) / .seconds(1) })
        radio.onEvent = { [weak session] event in session?.handle(event) }
    }
}
