import Testing
import TrikiUI
import VeltoKit

@Suite struct ScreenTests {
    let script = Script()
    let navigator = TrikiUINavigator()

    private func run(_ screen: TrikiScreen, _ ticks: Range<Int>) {
        for tick in ticks { screen.tick(at: Double(tick) / 60) }
    }

    @Test func `a screen is rows with a focus and a hold`() {
        var chosen: [Int] = []
        let menu = TrikiScreen(items: ["Start", "Settings", "Quit"]) { index in
            chosen.append(index)
        }
        #expect(!menu.isActive && !menu.showsHUD)
        menu.becomeActive(with: script, on: navigator)
        script.input.posX = 0.9
        run(menu, 0..<100)
        #expect(menu.rows.map(\.isFocused) == [false, false, true])
        #expect(menu.rows.map(\.title) == ["Start", "Settings", "Quit"])
        #expect((0.4...0.6).contains(menu.rows[2].progress) && menu.rows[0].progress == 0)
        run(menu, 100..<200)
        #expect(chosen == [2] && menu.showsHUD && script.tunings == 1)
        menu.tap(0)
        #expect(chosen == [2, 0])
    }

    @Test func `changing the number of items while active begins again`() {
        let menu = TrikiScreen(items: ["a", "b", "c", "d"]) { _ in }
        menu.becomeActive(with: script, on: navigator)
        script.input.posX = 0.9
        run(menu, 0..<100)
        #expect(navigator.focusIndex == 3 && navigator.holdProgress > 0)
        menu.items[0] = "A"
        #expect(navigator.focusIndex == 3 && script.tunings == 1)
        // The position is mapped to two slots now; the focus of a slot that is gone is lost.
        menu.items = ["a", "b"]
        #expect(navigator.focusIndex == nil && navigator.holdProgress == 0 && script.tunings == 2)
        run(menu, 100..<101)
        #expect(navigator.focusIndex == 1)
    }

    @Test func `a screen that resigns leaves no focus behind`() {
        var chosen: [String] = []
        let first = TrikiScreen(items: ["a", "b"]) { chosen.append("first \($0)") }
        let second = TrikiScreen(items: ["c", "d"]) { chosen.append("second \($0)") }
        first.becomeActive(with: script, on: navigator)
        script.input.posX = 0.9
        run(first, 0..<50)
        first.resignActive()
        #expect(navigator.focusIndex == nil && !navigator.isConfigured)
        run(first, 50..<300)
        second.becomeActive(with: script, on: navigator)
        run(second, 300..<500)
        #expect(chosen == ["second 1"])
    }

    @Test func `a hidden screen that stays active moves the focus of the visible one`() {
        var chosen: [String] = []
        let hidden = TrikiScreen(items: ["a", "b"]) { chosen.append("hidden \($0)") }
        let visible = TrikiScreen(items: ["c", "d"]) { chosen.append("visible \($0)") }
        hidden.becomeActive(with: script, on: navigator)
        visible.becomeActive(with: script, on: navigator)
        script.input.posX = 0.9
        // Only the hidden one ticks, and the visible one's item is confirmed.
        run(hidden, 0..<200)
        #expect(chosen == ["visible 1"])
        // And when it resigns late, it takes the navigator from the visible one.
        hidden.resignActive()
        #expect(!navigator.isConfigured && visible.isActive)
    }

    @Test func `only the newest version forgets a press from before the screen`() {
        for version in VeltoVersion.allCases {
            let script = Script()
            let screen = TrikiScreen(items: ["a"]) { _ in }
            screen.becomeActive(with: script, on: TrikiUINavigator(.menu(version)))
            #expect(script.discards == (version == .current ? 1 : 0))
        }
    }

    @Test func `an overlay suspends the screen below`() {
        var chosen = 0
        let menu = TrikiScreen(items: ["a", "b"]) { _ in chosen += 1 }
        menu.becomeActive(with: script, on: navigator)
        navigator.isSuspended = true
        script.input.posX = 0.9
        run(menu, 0..<400)
        #expect(chosen == 0 && navigator.focusIndex == nil)
    }
}
