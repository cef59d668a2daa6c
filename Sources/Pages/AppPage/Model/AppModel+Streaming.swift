internal import Foundation
internal import MetaWear
internal import MetaWearPersistence

extension AppModel {
    /// Starts all sensors that are chosen; if one does not start, none does.
    func startStream() {
        control(.streaming) { model, link in
            try model.requireSilence(link, "start a new one")
            let chosen = model.chosen(link)
            guard !chosen.isEmpty else { throw AppError("Choose a sensor first.") }
            try model.requireSources(chosen, link)
            let channels = chosen.compactMap { each in
                each.sensor.signal(each.setup, link.modules).map {
                    LiveChannel(
                        each.sensor, each.setup, $0, number: model.nextNumber(),
                        start: model.start, to: model.outlet)
                }
            }
            link.stream = BoardLink.Stream(phase: .starting, channels: channels, resumed: .now)
            model.publish()
            do {
                try await model.open(link)
            } catch {
                link.stream = nil
                throw error
            }
        }
    }

    /// Stops the sensors and keeps what has come.
    func pauseStream() {
        control(.streaming) { model, link in
            guard link.stream?.phase == .running else { return }
            let duration = link.stream?.duration ?? 0
            link.stream?.before = duration
            link.stream?.phase = .paused
            model.publish()
            try await model.shut(link)
        }
    }

    func resumeStream() {
        control(.streaming) { model, link in
            guard link.stream?.phase == .paused else { return }
            for channel in link.stream?.channels ?? [] { channel.resume() }
            try await model.open(link)
        }
    }

    /// Ends the stream; its samples go into the history.
    func stopStream() {
        control(.streaming) { model, link in await model.endStream(link) }
    }

    /// How long a barometer takes at most for its first value.
    private static let firstMeasurement = Duration.milliseconds(300)

    /// Starts the sensors of the stream.
    private func open(_ link: BoardLink) async throws {
        let channels = link.stream?.channels ?? []
        var feeds: [(LiveChannel, SampleFeed)] = []
        do {
            for channel in channels {
                if link.choice(.temperature)?.needsBarometer(channel) == true {
                    // It has no value before the pressure was measured once.
                    try await Task.sleep(for: Self.firstMeasurement)
                }
                feeds.append((channel, try await channel.signal.open(link.device)))
            }
            try Task.checkCancellation()
        } catch {
            for (channel, _) in feeds.reversed() {
                await Task { try? await channel.signal.close(link.device) }.value
            }
            throw error
        }
        link.stream?.resumed = .now
        link.stream?.phase = .running
        link.stream?.feeds = feeds.map { channel, feed in
            // Samples need not wait for the main actor.
            Task.detached { [weak self, weak link] in
                do {
                    try await feed { channel.take($0) }
                } catch {
                    guard !(error is CancellationError), let link else { return }
                    await self?.broken(channel, link, error)
                }
            }
        }
        coach(link)
        publish()
    }

    /// A sensor failed; a lost link is reported by itself.
    private func broken(_ channel: LiveChannel, _ link: BoardLink, _ error: any Error) async {
        guard self.link === link, await link.device.state != .disconnected else { return }
        say("\(channel.sensor.title): \(Texts.error(error))", .error)
    }

    /// Stops the sensors of the stream.
    ///
    /// - Throws: the first error; all are stopped as far as the board can be reached.
    private func shut(_ link: BoardLink) async throws {
        let channels = link.stream?.channels ?? []
        let feeds = link.stream?.feeds ?? []
        link.stream?.feeds = []
        var failure: (any Error)?
        for channel in channels {
            do {
                try await channel.signal.close(link.device)
            } catch {
                failure = failure ?? error
            }
        }
        for feed in feeds { feed.cancel() }
        if let failure { throw failure }
    }

    /// Ends a stream, if there is one, and keeps its samples.
    func endStream(_ link: BoardLink) async {
        guard let stream = link.stream, stream.phase != .stopping else { return }
        link.stream?.phase = .stopping
        publish()
        try? await shut(link)
        var kept = 0
        for channel in stream.channels {
            do {
                if try await save(channel, link) { kept += 1 }
            } catch {
                report(error)
            }
        }
        link.stream = nil
        if kept > 0 { say("The samples of the live stream are in the history.") }
        await refreshHistory()
        publish()
    }

    /// Saves what a channel has kept; false if there is nothing.
    private func save(_ channel: LiveChannel, _ link: BoardLink) async throws -> Bool {
        guard let information = link.information else { return false }
        let samples = channel.samples
        guard !samples.isEmpty else { return false }
        try await keep(channel.signal, samples, channel.sensor.title, link.id, information)
        return true
    }

    private func keep<Source: AppSource>(
        _ source: Source, _ samples: [FlatSample], _ label: String, _ id: UUID,
        _ information: MWDeviceInformation
    ) async throws {
        let first = samples[0].time
        let values = samples.map { sample in
            MWLoggedSample<Source.Value>(
                date: sample.time, tickMs: sample.time.timeIntervalSince(first) * 1000,
                value: sample.value())
        }
        _ = try await store.saveSession(
            deviceID: id, deviceInfo: information, sensorKind: Source.Value.persistenceKind,
            samples: values, label: label)
    }

    /// Offers the samples of a sensor as a file, while it streams or is paused.
    func exportStream(_ sensor: AppSensor) {
        guard let link, let channel = link.stream?.channels.first(where: { $0.sensor == sensor })
        else { return say("This sensor does not stream.", .error) }
        let samples = channel.samples
        guard let first = samples.first else { return say("There are no samples yet.", .error) }
        let axes = sensor.axes
        let table = MWDataTable(
            name: sensor.tag, columns: ["time"] + axes,
            rows: samples.map { sample in
                [Self.decimal(sample.time.timeIntervalSince1970, 6)]
                    + zip(axes, sample.numbers(axes)).map { axis, value in
                        axis == "accuracy" ? "\(Int(value))" : Self.decimal(Double(value), 6)
                    }
            })
        outlet.add(
            Texts.fileName(device: link.name, tag: sensor.tag, time: first.time),
            table.csvString)
        publish()
    }

    private static func decimal(_ number: Double, _ places: Int) -> String {
        String(format: "%.\(places)f", number)
    }
}
