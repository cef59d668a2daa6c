import Foundation
import MetaWearProtocol
import MetaWearTransport

/// One update of one board, from its bootloader's first advertisement to its restart.
///
/// An attempt that fails because of the radio is repeated. What is left then, and after a cancellation, is a
/// bootloader that takes the next update; as long as the old firmware is untouched, the board is sent back to it.
actor UpdateSession {
    private let link: BootloaderLink
    private let identity: BootloaderIdentity
    private let plan: UpdatePlan
    private let limits: UpdateLimits
    private let report: @Sendable (DFUProgress) -> Void

    /// Boards nearby that may be in their bootloaders, too.
    private static let mostOthers = 8

    private var steps: [UpdatePlan.Step]?
    private var part = 0
    /// Bootloaders of other boards that were found.
    private var others: Set<UUID> = []
    private var isLinked = false
    /// Whether the firmware may be gone, so that the board stays in its bootloader.
    private var isErased = false
    /// Whether an image is in place.
    private var isActivated = false

    init(
        _ transport: any BLETransport, _ identity: BootloaderIdentity, _ plan: UpdatePlan,
        limits: UpdateLimits = UpdateLimits(), report: @escaping @Sendable (DFUProgress) -> Void
    ) {
        link = BootloaderLink(transport: transport, limits: limits)
        self.identity = identity
        self.plan = plan
        self.limits = limits
        self.report = report
    }

    /// Installs the plan.
    ///
    /// - Parameter delay: until the board is looked for.
    /// - Throws: `MWFirmwareError`, among them `aborted` if the task is cancelled.
    func run(after delay: Duration = .zero) async throws {
        do {
            try await Task.sleep(for: delay)
            repeat {
                if part > 0 { try await Task.sleep(for: limits.pause) }
                try await installNextPart()
                part += 1
            } while part < (steps?.count ?? 0)
            tell(.completed, percent: 100)
        } catch {
            await Task { await self.giveBack() }.value
            switch error {
            case let failure as UpdateFailure:
                throw MWFirmwareError.dfuFailed(message: failure.message)
            case is CancellationError:
                tell(.aborted)
                throw MWFirmwareError.aborted
            default: throw error
            }
        }
    }

    private func tell(_ state: DFUProgress.State, percent: Double = 0, speed: Double = 0) {
        let total = max(1, steps?.count ?? plan.package.images.count)
        report(
            DFUProgress(
                state: state, percentComplete: percent, currentPart: min(part + 1, total),
                totalParts: total, bytesPerSecond: speed))
    }

    // MARK: Attempts

    private func installNextPart() async throws {
        var failures = 0
        var resets = 0
        var staleTables = 0
        while true {
            do {
                return try await attempt()
            } catch let failure as UpdateFailure where failure.isTemporary {
                await leave()
                var pause = limits.pause
                switch failure {
                // An earlier transfer was under way; it has been reset.
                case .refused(opcode: 0x01, .invalidState): resets += 1
                case .noUpdateService:
                    staleTables += 1
                    pause = limits.staleTable
                default: failures += 1
                }
                guard failures < limits.attempts, resets <= limits.attempts, staleTables <= 1 else {
                    throw failure
                }
                try await Task.sleep(for: pause)
            }
        }
    }

    private func attempt() async throws {
        isActivated = false
        try await reach()
        let version = try await link.read(UpdateUUID.version)
        // 0.1: an application that can only jump to its bootloader (protocol, core 13.4).
        guard version != [1, 0] else { throw UpdateFailure.noUpdateService }
        let step = try await nextStep()
        try await send(step.image, isExtended: version.map(Self.isExtended) ?? false)
    }

    /// Finds the bootloader and connects to it.
    private func reach() async throws {
        for _ in 0...Self.mostOthers {
            tell(.scanning)
            // A radio that finds nothing may connect nevertheless.
            let found =
                try await link.find(identity, except: others, within: limits.scan)
                ?? identity.identifier
            tell(.connecting)
            try await link.connect(to: found)
            isLinked = true
            guard found != identity.identifier else { return }
            let serial = try await link.text(MWUUIDs.serialNumber)
            if identity.matches(found, serial: serial) { return }
            others.insert(found)
            await leave()
        }
        throw UpdateFailure.notReached
    }

    /// What is to be installed now; the first time the bootloader's revision decides.
    private func nextStep() async throws -> UpdatePlan.Step {
        let expected = part > 0 ? steps?[part - 1].bootloaderRevision : nil
        guard steps == nil || expected != nil else { return try step() }
        let revision =
            plan.dependsOnBootloader ? try await link.text(MWUUIDs.firmwareRevision) : nil
        if let expected {
            guard let revision, revision.isMetaWearVersion(greaterThanOrEqualTo: expected) else {
                throw UpdateFailure.bootloaderUnchanged(
                    revision: revision ?? "an unknown one", wanted: expected)
            }
        } else {
            steps = try plan.steps(for: revision)
        }
        return try step()
    }

    private func step() throws -> UpdatePlan.Step {
        guard let steps, part < steps.count else {
            throw MWFirmwareError.operationFailed("the update has nothing to install")
        }
        return steps[part]
    }

    private static func isExtended(_ version: [UInt8]) -> Bool {
        guard version.count >= 2 else { return false }
        return version[1] > 0 || version[0] >= 5
    }

    // MARK: Transfer

    private func send(_ image: FirmwarePackage.Image, isExtended: Bool) async throws {
        var control = await ControlPoint(link.transport)
        defer { control.close() }
        var transfer = FirmwareTransfer(
            type: image.type, image: image.bytes, bootloaderLength: image.bootloaderLength,
            initPacket: image.initPacket(isExtended: isExtended))
        tell(.starting)
        var upload = Upload()
        var actions = transfer.begin()
        while true {
            for action in actions {
                // Once the image is in place, the update is not cancelled any more.
                if !isActivated { try Task.checkCancellation() }
                if try await perform(action, &upload) {
                    // The board ends the link; if not, the host does.
                    do {
                        while try await control.next(within: limits.restart, "the end") != nil {}
                    } catch {}
                    await leave()
                    if upload.isInDoubt, await isStillThere(image) {
                        throw UpdateFailure.linkLost
                    }
                    return
                }
            }
            guard let notice = try await control.next(within: limits.answer, upload.waitsFor)
            else { throw UpdateFailure.linkLost }
            actions = transfer.take(notice)
        }
    }

    /// Whether the bootloader goes on as if nothing had been installed.
    private func isStillThere(_ image: FirmwarePackage.Image) async -> Bool {
        // After anything but an application the board is in its bootloader in any case.
        guard image.type == .application else { return true }
        let found = try? await link.find(identity, except: others, within: limits.doubt)
        return found != nil
    }

    /// What is being sent.
    private struct Upload {
        var start: ContinuousClock.Instant?
        var percent = -1.0
        /// Whether the bootloader may not have received the last request.
        var isInDoubt = false
        /// For the message of a bootloader that does not answer.
        var waitsFor = "the start"
    }

    /// True when the image is in place.
    private func perform(
        _ action: FirmwareTransfer.Action, _ upload: inout Upload
    ) async throws -> Bool {
        switch action {
        case .control(let request):
            try await perform(request, &upload)
        case .data(let bytes): try await link.write(bytes)
        case .progress(let sent, let total):
            let percent = (Double(sent) * 100 / Double(max(1, total))).rounded(.down)
            guard percent > upload.percent, let start = upload.start else { break }
            upload.percent = percent
            let (seconds, rest) = (ContinuousClock.now - start).components
            let time = Double(seconds) + Double(rest) * 1e-18
            tell(.uploading, percent: percent, speed: time > 0 ? Double(sent) / time : 0)
        case .retry: throw UpdateFailure.refused(opcode: 0x01, .invalidState)
        case .finished: return true
        case .failed(.refused(let opcode, let status)):
            throw UpdateFailure.refused(opcode: opcode, status)
        case .failed(.lostData(let sent, let received)):
            throw UpdateFailure.bytesLost(sent: sent, received: received)
        }
        return false
    }

    private func perform(_ request: UpdateControl, _ upload: inout Upload) async throws {
        switch request {
        case .start: isErased = true
        case .endInitPacket: upload.waitsFor = "the init packet"
        case .receiveImage:
            upload.start = .now
            upload.percent = 0
            upload.waitsFor = "the image"
            tell(.uploading)
        case .validate:
            upload.waitsFor = "the validation"
            tell(.validating, percent: 100)
        case .activateAndReset:
            isActivated = true
            tell(.disconnecting, percent: 100)
            // The acknowledgement may go with the link; so may the request.
            upload.isInDoubt = await Task { [link] in
                (try? await link.write(request)) == nil
            }.value
            return
        case .reset:
            try? await link.write(request)
            return
        default: break
        }
        try await link.write(request)
    }

    private func leave() async {
        await link.close()
        isLinked = false
    }

    // MARK: The end of an update that failed

    /// Leaves the board as useful as it can be: with its firmware, or in a bootloader without a link.
    private func giveBack() async {
        if !isActivated {
            let (transport, limit) = (link.transport, limits.farewell)
            let timer = Task {
                try await Task.sleep(for: limit)
                try? await transport.disconnect()
            }
            try? await sendReset()
            timer.cancel()
        }
        await leave()
    }

    private func sendReset() async throws {
        if !isLinked {
            // With its firmware erased, a reset would not help.
            guard !isErased,
                let found = try await link.find(identity, except: others, within: limits.scan)
            else {
                return
            }
            try await link.connect(to: found)
            if found != identity.identifier {
                let serial = try await link.text(MWUUIDs.serialNumber)
                guard identity.matches(found, serial: serial) else { return }
            }
        }
        // The bootloader refuses requests whose answers it could not send.
        let control = await ControlPoint(link.transport)
        defer { control.close() }
        try await link.write(.reset)
    }
}
