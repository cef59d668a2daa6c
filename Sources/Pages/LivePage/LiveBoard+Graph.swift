import MetaWearBoard
import MetaWearTables
import ScenarioFile
import ScenarioRun
import Simulation
import Wire

extension LiveBoard {
    /// What feeds what on the board, with the last values; renewed a few times a second.
    func graph(_ now: Instant) -> BoardState.Graph? {
        guard let model else { return nil }
        if let graph, !graphIsStale, now - graph.time < .milliseconds(200), now >= graph.time {
            return graph.graph
        }
        let new = Graph(model, data).graph
        graph = (now, new)
        graphIsStale = false
        return new
    }
}

/// Signals, processors, loggers, events and the host as nodes.
private struct Graph {
    private let model: MetaWearBoard
    private let data: [SignalKey: (bytes: ShortBytes, count: Int)]
    private(set) var graph = BoardState.Graph()
    private var known: Set<String> = []

    init(_ model: MetaWearBoard, _ data: [SignalKey: (bytes: ShortBytes, count: Int)]) {
        self.model = model
        self.data = data
        for processor in model.processorViews { add(processor) }
        for logger in model.loggers {
            let id = "l:\(logger.id)"
            add(
                id, "logger", "logger \(logger.id)",
                "bytes \(logger.offset) to \(logger.offset + logger.length - 1)")
            connect(source(logger.source), id)
        }
        for event in model.eventEntries { add(event) }
        for outlet in model.outlets
        where model.isSubscribed(outlet.key.module, outlet.key.register) {
            let id = source(outlet.key)
            addHost()
            connect(id, "h")
        }
    }

    private mutating func add(
        _ id: String, _ kind: String, _ title: String, _ about: String? = nil,
        of key: SignalKey? = nil
    ) {
        guard known.insert(id).inserted else { return }
        var node = BoardState.Node.blank
        (node.kind, node.title) = (kind, title)
        if let about, !about.isEmpty { node.about = about }
        if let key, let last = data[key] {
            node.value = model.words(of: last.bytes, key)
            node.count = last.count
        }
        graph.nodes.append(id, node)
    }

    private mutating func connect(_ from: String, _ to: String) {
        graph.edges.append([from, to])
    }

    private mutating func addHost() { add("h", "host", "host") }

    /// The node of a signal: of the processor or timer that makes it, or its own.
    private mutating func source(_ key: SignalKey) -> String {
        switch (key.module, key.register & 0x3F) {
        case (DataProcessor.id, 0x03), (DataProcessor.id, 0x04): return "p:\(key.index)"
        case (MWModule.timer.rawValue, 0x06):
            let id = "t:\(key.index)"
            let timer = model.timers?.first { $0.id == key.index }
            add(
                id, "timer", "timer \(key.index)", timer.map { "every \($0.period) ms" }, of: key)
            return id
        default:
            let id =
                "s:\(Hex.text([key.module, key.register, key.index]).split(separator: " ").joined(separator: ":"))"
            add(id, "signal", model.title(of: key), nil, of: key)
            return id
        }
    }

    private mutating func add(_ processor: ProcessorView) {
        let id = "p:\(processor.id)"
        add(
            id, "processor", processor.kind, processor.configuration,
            of: SignalKey(DataProcessor.id, 0x03, processor.id))
        connect(source(processor.source), id)
        for other in processor.references { connect("p:\(other)", id) }
        if processor.isNotifying, model.isSubscribed(DataProcessor.id, 0x03) {
            addHost()
            connect(id, "h")
        }
    }

    private mutating func add(_ event: EventView) {
        let id = "e:\(event.id)"
        let command = event.command
        add(
            id, "event", "event \(event.id)",
            command.isEmpty ? "waits for its parameters" : model.words(command))
        connect(source(event.source), id)
        // A processor that it changes, a macro that it runs.
        guard command.count > 2 else { return }
        switch (command[0], command[1] & 0x3F) {
        case (DataProcessor.id, 0x04), (DataProcessor.id, 0x05), (DataProcessor.id, 0x06):
            if model.processorViews.contains(where: { $0.id == command[2] }) {
                connect(id, "p:\(command[2])")
            }
        case (MWModule.macro.rawValue, 0x05):
            add("m:\(command[2])", "macro", "macro \(command[2])")
            connect(id, "m:\(command[2])")
        default: break
        }
    }
}
