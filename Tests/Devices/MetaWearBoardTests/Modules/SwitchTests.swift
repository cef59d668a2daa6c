import Testing

@testable import MetaWearBoard

@Suite struct SwitchTests {
    // registers Switch 01
    // holds SWI-01 SWI-02
    @Test func `each edge is told to a subscriber`() {
        Bench().play(
            """
            * press
            * release
            < nothing
            > 01 01 01  subscribe (test_switch)
            * press
            < 01 01 01  pressed
            * press
            < nothing
            * release
            < 01 01 00  released
            > 01 01 00  unsubscribe
            * press
            < nothing
            > 01 81
            < 01 81 01
            * release
            > 01 81
            < 01 81 00
            """)
    }

    // registers Switch 01
    // holds SWI-03
    @Test func `subscribing twice is as once`() {
        Bench().play(
            """
            > 01 01 01
            > 01 01 01
            * press
            < 01 01 01
            """)
    }

    // registers Switch 01
    // holds QRK-switch-subscription-toggles
    @Test func `with the quirk, subscribing twice unsubscribes`() {
        Bench(quirks: [.switchSubscriptionToggles]).play(
            """
            > 01 01 01
            > 01 01 01
            * press
            < nothing
            > 01 01 01
            * release
            < 01 01 00
            """)
    }
}
