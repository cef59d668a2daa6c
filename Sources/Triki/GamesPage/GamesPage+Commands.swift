package import JSON
import Motion
package import PageModel

extension GamesPage {
    /// Does what a browser asks for.
    package func perform(_ command: PageCommand) throws(PageError) -> JSONValue? {
        advance()
        if isWatching {
            throw PageError(
                "\(command.name): the scenario's own client plays; remove its step `play` to play yourself"
            )
        }
        switch command.name {
        case "connect": setWantsCap(true)
        case "disconnect": setWantsCap(false)
        case "choose": try tap(try command.integer("index", in: 0...99))
        case "leave": leave()
        case "calibrate": calibrate()
        case "skip": skipCalibration()
        case "ask-calibration": askForCalibration()
        case "steer", "turn", "throw", "button": try move(command)
        default: throw PageError("there is no command `\(command.name)`")
        }
        return nil
    }

    /// What a hand does with a simulated cap.
    private func move(_ command: PageCommand) throws(PageError) {
        guard let hand = cap.hand else {
            throw PageError("\(command.name): only a simulated cap is moved from the page")
        }
        switch command.name {
        case "steer":
            let x = try command.number("x", in: -1...1)
            hand.steer(x: x, y: try command.number("y", in: -1...1))
        case "turn":
            let q = try command.numbers("orientation", count: 4, in: -1...1)
            let square = q.reduce(0) { $0 + $1 * $1 }
            guard square > 0.5, square < 2 else {
                throw PageError("turn: `orientation` must be a quaternion of length 1")
            }
            hand.turn(to: Quaternion(q[0], q[1], q[2], q[3]))
        case "throw":
            let strength = try command.number("strength", in: 0...1)
            guard hand.swing(strength: strength) else {
                throw PageError("throw: the last throw is not over; wait until the cap rests again")
            }
        default: hand.setButton(pressed: try command.flag("down"))
        }
        take(command.browser)
    }
}
