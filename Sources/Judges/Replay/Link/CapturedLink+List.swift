extension CapturedLink {
    init(_ list: PacketList) {
        self.init()
        kind = .metaWear
        peer = list.address
        timing = list.timing
        let names = [
            "model": KnownCharacteristic.model, "firmware": KnownCharacteristic.firmware,
            "hardware": KnownCharacteristic.hardware, "serial": KnownCharacteristic.serial,
        ]
        for (name, uuid) in names { stated[uuid] = list.facts[name].map { Array($0.utf8) } }
        let caps = [KnownCharacteristic.trikiReceive, KnownCharacteristic.trikiTransmit]
        if list.lines.contains(where: { $0.characteristic.map(caps.contains) ?? false }) {
            kind = .triki
        }
        let notifying =
            kind == .triki
            ? KnownCharacteristic.trikiTransmit : KnownCharacteristic.notification
        began = list.lines[0].time
        captureEnded = list.lines.last?.time
        events.append(TimedEvent(time: began, event: .subscribe(notifying, 1)))
        for line in list.lines {
            let event: Event =
                switch (line.isFromBoard, line.characteristic) {
                case (false, let uuid):
                    .write(uuid ?? KnownCharacteristic.command, line.bytes, refusal: .none)
                case (true, nil): .value(notifying, line.bytes)
                case (true, notifying?): .value(notifying, line.bytes)
                case (true, let uuid?): .read(uuid, .value(line.bytes))
                }
            events.append(TimedEvent(time: line.time, event: event, answered: line.time))
        }
    }
}
