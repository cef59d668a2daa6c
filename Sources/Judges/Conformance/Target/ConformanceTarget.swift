import Central
import ScenarioFile

/// What is judged: one or more boards, and the way to them.
package protocol ConformanceTarget: AnyObject {
    /// As `--target` names it.
    var name: String { get }
    /// The boards that can be judged here.
    var boards: [BoardFacts] { get }
    /// Whether a board can be brought to any beginning that a case asks for.
    var makesFixtures: Bool { get }
    /// Whether somebody is there to do things to a board.
    var hasHands: Bool { get }
    /// Why no board can be judged any more: the way to them is gone; nil while it is there.
    var failure: AccessError? { get }
    /// A board as after its power-on, for one case.
    func prepare(
        _ item: ConformanceCase, on board: BoardFacts
    ) throws(AccessError) -> CaseContext
    /// The case is over.
    func finish(_ seat: CaseContext)
    /// A packet in words, by register and field; empty if there are none.
    func words(_ packet: [UInt8], fromBoard: Bool, of board: BoardFacts) -> String
}

extension ConformanceTarget {
    /// For boards in this process.
    package var failure: AccessError? { nil }
}

/// A board that is ready for a case.
package struct CaseContext {
    /// The way to it.
    package var access: BoardAccess
    /// Its surroundings; nil: they cannot be changed.
    package var world: (any CaseWorld)?

    package init(access: BoardAccess, world: (any CaseWorld)?) {
        self.access = access
        self.world = world
    }
}

/// What a case can do to a board from outside.
package protocol CaseWorld: AnyObject {
    /// A finger, a charger, the weather.
    func apply(_ input: any InputKind, words: String) throws(CannotDo)
    /// Something goes wrong.
    func apply(_ fault: FaultStep, words: String) throws(CannotDo)
    /// The board is moved from where it is; returns at once.
    func move(_ step: MoveStep) throws(CannotDo)
}

extension CaseWorld {
    /// A board that is not on the air is woken: its button does that, on boards (protocol, core 9) and
    /// caps (protocol, triki 1.2).
    func wake() throws(CannotDo) {
        try apply(Input.Button(), words: "click the button to wake the board")
    }
}

/// The way to a board does not allow what a step needs: the case is skipped.
package struct CannotDo: Error {
    package var reason: String
    /// No way would allow it: the case is wrong, and stays open instead.
    package var isMistake: Bool

    package init(_ reason: String, isMistake: Bool = false) {
        self.reason = reason
        self.isMistake = isMistake
    }
}
