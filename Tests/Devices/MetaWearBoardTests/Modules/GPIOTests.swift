import Testing

@testable import MetaWearBoard

@Suite struct GPIOTests {
    // registers GPIO 01 02 08
    // holds GPI-01 GPI-02
    @Test func `set and clear drive a pin`() {
        Bench().play(
            """
            > 05 01 00  set pin 0 (test_gpio)
            > 05 88 00
            < 05 88 00 01
            > 05 86 00
            < 05 86 00 08 07  1800 mV
            > 05 02 01  clear pin 1
            * pin 1 1.8 V
            > 05 88 01
            < 05 88 01 00
            > 05 02 00
            > 05 88 00
            < 05 88 00 00
            """)
    }

    // registers GPIO 03 04 05 08
    // holds GPI-03
    @Test func `pulls decide what an open pin reads`() {
        Bench().play(
            """
            > 05 03 04  pull up pin 4
            > 05 88 04
            < 05 88 04 01
            > 05 04 03  pull down pin 3
            > 05 88 03
            < 05 88 03 00
            > 05 03 02
            > 05 88 02
            < 05 88 02 01
            > 05 05 02  no pull pin 2
            > 05 88 02
            < 05 88 02 00
            * pin 4 0 V
            > 05 88 04  the world is stronger than the pull
            < 05 88 04 00
            * pin 4 open V
            > 05 88 04
            < 05 88 04 01
            """)
    }

    // registers GPIO 01 05
    // holds GPI-04
    @Test func `a pull makes an input of an output`() {
        Bench().play(
            """
            > 05 01 00
            > 05 05 00
            > 05 88 00
            < 05 88 00 00
            """)
    }

    // registers GPIO 06 07 08
    // holds GPI-05 GPI-06
    @Test func `analog reads in millivolts and in 1023rds of the supply`() {
        Bench(.metaMotionR).play(
            """
            * pin 1 2.498 V
            > 05 86 01
            < 05 86 01 c2 09  2498 mV
            * pin 1 2.5865 V
            > 05 87 01
            < 05 87 01 72 03  882
            > 05 86 03
            < 05 86 03 00 00
            > 05 87 02
            < 05 87 02 00 00
            * pin 1 9 V
            > 05 86 01  the converter ends at the supply
            < 05 86 01 b8 0b
            > 05 87 01
            < 05 87 01 ff 03
            * pin 1 -1 V
            > 05 86 01
            < 05 86 01 00 00
            > 05 c6 03  silent reads answer nothing
            > 05 c7 02
            > 05 c8 04
            < nothing
            > 05 86 04  pin 4 of an R is digital only
            < nothing
            * pin 6 3 V
            > 05 88 06  pin 6 is the last of an R's
            < 05 88 06 01
            > 05 88 07
            < nothing
            """)
    }

    // registers GPIO 06 07
    // holds GPI-07
    @Test func `the enhanced request answers with the virtual pin`() {
        Bench(.metaMotionS).play(
            """
            * pin 3 0.728 V
            > 05 86 03 01 02 02 15
            < 05 86 15 d8 02  728
            * pin 3 0.3836 V
            > 05 87 03 01 02 02 15
            < 05 87 15 da 00  218
            > 05 86 03 ff ff 00 ff  as C++ sends it without parameters
            < 05 86 03 80 01
            > 05 86 03
            < 05 86 03 80 01
            * pin 3 open V
            > 05 86 03 01 ff 00 ff  the pull-up pin lifts an open one
            < 05 86 03 08 07
            > 05 86 03 ff 01 00 ff
            < 05 86 03 00 00
            """)
    }

    // registers GPIO 06
    // holds GPI-08
    @Test func `before revision 2 only the pin of a request is looked at`() {
        Bench(.metaMotionROfMocks).play(
            """
            * pin 3 0.728 V
            > 05 86 03 01 02 02 15
            < 05 86 03 d8 02
            > 05 88 05  firmware 1.1.3 knows five pins
            < nothing
            """)
    }

    // registers GPIO 08
    // holds GPI-09
    @Test func `a digital read of an example's pin`() {
        Bench(.metaMotionS).play(
            """
            > 05 88 04
            < 05 88 04 00
            * pin 6 1.8 V
            > 05 88 06
            < 05 88 06 01
            > fe 03 05 88 01 07 01  the example's pin 7, which no board of ours has
            < 05 88 07 01
            > 05 88
            ! too short
            """)
    }

    // registers GPIO 09 0a 0b
    // holds GPI-10 GPI-11
    @Test func `a monitored pin tells the edges that its change type wants`() {
        Bench(.metaMotionS).play(
            """
            > 05 09 05 03  any edge of pin 5
            > 05 0a 01  subscribe
            * pin 5 1.8 V
            < nothing
            > 05 0b 05 01  monitor
            * pin 5 0 V
            < 05 0a 05 00
            * pin 5 1.8 V
            < 05 0a 05 01
            * pin 5 1.7 V
            < nothing
            > 05 09 05 01  rising only
            * pin 5 0 V
            < nothing
            * pin 5 1.8 V
            < 05 0a 05 01
            > 05 09 05 02  falling only
            * pin 5 0 V
            < 05 0a 05 00
            * pin 5 1.8 V
            < nothing
            > 05 09 05 00  disabled
            * pin 5 0 V
            < nothing
            > 05 09 05 03
            > 05 0b 05 00
            * pin 5 1.8 V
            < nothing
            """)
    }

    // registers GPIO 09 0a 0b
    // holds GPI-10
    @Test func `the examples of pins 6 and 7, and pin 0 going high`() {
        Bench(.metaMotionS).play(
            """
            > 05 09 06 02  falling
            > 05 09 07 01  no pin 7: ignored
            > 05 0b 06 00
            > 05 09 00 03
            > 05 0a 01
            > 05 0b 00 01
            * pin 0 1.8 V
            < 05 0a 00 01  pin 0 went high
            > 05 09 00 04
            ! unknown value 4
            > 05 02 00  the board's own output is an edge too
            < 05 0a 00 00
            > 05 0a 00
            > 05 01 00
            < nothing
            """)
    }
}
