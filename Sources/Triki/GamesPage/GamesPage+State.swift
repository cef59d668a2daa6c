package import JSON
import Motion
internal import PageModel
import TrikiGames
import TrikiUI
import VeltoKit

extension GamesPage {
    /// Everything that is drawn.
    package func state() -> JSONValue {
        advance()
        defer { cap.shown() }
        return .object([
            ("time", .rounded(time, 4)), ("screen", .string(name)), ("cap", capState),
            ("prompt", .bool(prompt.isShown)),
            (
                "list",
                .array(
                    list.isActive
                        ? list.rows.map { row in
                            .object([
                                ("title", .string(row.title)), ("focused", .bool(row.isFocused)),
                                ("progress", .rounded(row.progress)),
                            ])
                        } : [])
            ), ("input", inputState), ("choice", choice.map { .string($0.rawValue) } ?? .null),
            ("title", choice.map { .string($0.title) } ?? .null),
            ("help", choice.map { .string($0.help) } ?? .null),
            ("game", game.map(Self.state) ?? .null),
        ])
    }

    private var name: String {
        switch screen {
        case .menu: "menu"
        case .preparing: "preparing"
        case .game: "game"
        case .over: "over"
        }
    }

    private var choice: TrikiGameKind? {
        switch screen {
        case .menu: nil
        case .preparing(let choice, _), .game(let choice, _), .over(let choice, _): choice
        }
    }

    private var game: (any TrikiGame)? {
        switch screen {
        case .menu, .preparing: nil
        case .game(_, let game), .over(_, let game): game
        }
    }

    private var capState: JSONValue {
        let session = cap.session
        var entries: [(String, JSONValue)] = [
            ("kind", .string(isWatching ? "watched" : cap.kind)),
            (
                "connection",
                .string(isWatching ? "connected" : session.connectionState.rawValue)
            ),
            ("receiving", .bool(isWatching || session.isReceiving)),
            // When the first packet came that this state is the first to show.
            ("heard", heard.map { .rounded($0, 1) } ?? .null),
            (
                "name",
                session.discoveredDevices.first(where: \.isLikely).map { .string($0.name) } ?? .null
            ),
        ]
        if let hand = cap.hand {
            let q = hand.attitude
            entries += [
                ("button", .bool(hand.isButtonPressed)), ("throwing", .bool(hand.isSwinging)),
                ("battery", .integer(Int(hand.batteryLevel.rounded()))),
                ("attitude", .array([q.w, q.x, q.y, q.z].map { .rounded($0) })),
            ]
        }
        return .object(entries)
    }

    private var inputState: JSONValue {
        .object([
            ("x", .rounded(input.posX)), ("y", .rounded(input.posY)),
            ("primed", .bool(input.gesturePrimed)), ("power", .rounded(input.throwPower)),
            ("speed", .rounded(input.throwSpeed, 2)),
        ])
    }

    private static func state(_ game: any TrikiGame) -> JSONValue {
        var entries: [(String, JSONValue)] = [
            ("score", .integer(game.score)), ("standing", .string(game.standing)),
            ("over", .bool(game.isOver)), ("won", .bool(game.isWon)),
        ]
        switch game {
        case let pong as Pong:
            entries += [
                ("paddle", .rounded(pong.paddle, 2)), ("ball", point(pong.ball.x, pong.ball.y)),
                ("returned", .integer(pong.returned)), ("missed", .integer(pong.missed)),
                ("rally", .integer(pong.rally)),
            ]
        case let dart as Dart:
            entries += [
                ("hits", .array(dart.hits.map { .string($0.description) })),
                ("places", .array(dart.places.map { point($0.x, $0.y) })),
                (
                    "flight",
                    dart.flight.map { flight in
                        .array(
                            [flight.position.x, flight.position.y, flight.position.z].map {
                                .rounded($0)
                            })
                    } ?? .null
                ),
            ]
        case let bowling as Bowling:
            entries += [
                ("rolling", .bool(bowling.isRolling)),
                ("ball", point(bowling.lane.ball.x, bowling.lane.ball.y)),
                (
                    "pins",
                    .array(
                        bowling.lane.pins.map { pin in
                            .array([
                                .rounded(pin.x), .rounded(pin.y), .integer(pin.isDown ? 1 : 0),
                            ])
                        })
                ), ("rolls", .array(bowling.sheet.rolls.map { .integer($0) })),
                ("frames", .array(bowling.sheet.frames.map { .integer($0) })),
            ]
        case let quiz as Quiz:
            entries += [
                ("question", quiz.question.map { .string($0.text) } ?? .null),
                ("answers", .array((quiz.question?.answers ?? []).map { .string($0) })),
                ("selected", .integer(quiz.selected)), ("progress", .rounded(quiz.holdProgress)),
                (
                    "given",
                    .array(quiz.given.map { .bool($0.isCorrect) })
                ), ("asked", .integer(quiz.questions.count)),
            ]
        default: break
        }
        return .object(entries)
    }

    private static func point(_ x: Double, _ y: Double) -> JSONValue {
        .array([.rounded(x), .rounded(y)])
    }
}
