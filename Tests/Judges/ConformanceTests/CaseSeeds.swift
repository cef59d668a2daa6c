/// Case files to mutate: every key that a case file may have stands in one of them.
enum CaseSeeds {
    /// Whole files, one case each.
    static let files = keys.map { device, keys in head(device) + keys + "\n" }

    private static func head(_ device: String) -> String {
        """
        version: 1
        about: x
        device: \(device)
        procedures: [{name: pause, steps: [{wait: 1 ms}]}]
        cases:
          - id: \(device == "triki" ? "TRIKI" : "MW")/TST/FUZZ/BV-01-C
            title: x
            source: core 1 (ours)

        """
    }

    /// From the fourth key of a case on.
    private static let keys =
        [("metawear", packets), ("metawear", streams)]
        + [("metawear", links), ("metawear", needs), ("triki", caps), ("metawear", surroundings)]
        + [("metawear", faults), ("metawear", moves), ("metawear", otherMoves)]
        + [("metawear", recordings)]

    private static let packets = """
            begins: subscribed
            before: [{write: "01 01 01"}, {do: pause}]
            steps:
              - ask: {send: "0B 84", answer: "0B 84 tick:u32 uid:u8", within: 1 s, where: [{field: tick, mask: 0xFF, from: 0}]}
              - repeat: {times: 3, steps: [{ask: {send: "0C 02 E8 03 00 00 FF FF 00", answer: "0C 02 $i"}}]}
              - check: [{field: tick, norm-with: [uid], over: 2, to: 1e9, unit: g}, {field: tick, minus: uid, not: 7}]
              - check: [{field: uid, is: $uid}]
              - write: {packet: "00*4 $tick:u16", to: 2A26, as: request, fails: 3}
        """

    private static let streams = """
            steps:
              - write: "03 01 01"
              - stream: {packet: "03 04 x:i16 y:i16 z:f32 ..", for: 20 ms, at-least: 0, at-most: 9, rising: [x], where: [{field: x, to: 9}], mean: [{field: z, to: 3}], from: 2A19}
              - either: [{follows: one, source: core 1 (cpp), silence: 10 ms}, {follows: two, expect: {packet: "0B ?? ..", within: 5 ms, where: [{field: x, is: 1}], from: 2A19, pass-over: true, next: false}}, {follows: three, advertises: {for: 9 ms, silent: true}}]
              - forget: {for: 3 ms, of: "03 ?? .."}
              - silence: {for: 30 ms, of: "0C text:text"}
        """

    private static let links = """
            begins: connected
            steps:
              - subscribe: {characteristic: 2A19}
              - unsubscribe: 2A19
              - read: {characteristic: 2A26, value: "v:text", where: [{field: v, says: 1.7.2}]}
              - read: {characteristic: 326A9001-85CB-9195-D9DD-464CFBBAE75A, fails: 2}
              - services: {has: [{service: 180F, characteristic: 2A19, properties: [read]}], lacks: [1531]}
              - mtu: {asks: 100, gets: 100}
              - disconnect
              - advertises: {for: 1 s, silent: false, name: MetaWear, services: [180A], data: "02 ..", response: "..", manufacturer: "..", at-least: 1, at-most: 99, connectable: true}
              - connect: {within: 1 s, subscribe: false, fails: false}
              - ended: {within: 10 ms}
        """

    private static let needs = """
            needs: {modules: [{module: logging, implementation: 0, revision: 3, at-most: 4}, {module: accelerometer, implementations: [1, 4]}], target: any, absent: [humidity], models: [MetaMotion S], not-models: [MetaMotion R]}
            board:
              quirks: {silent-reset: true}
              sensors: {errors: ideal, specimen: 3, clock: -4000 ppm}
              battery: {level: 40 %, capacity: 90 mAh, charger: true}
              log-fill: 50 %
              device-name: fuzz
              serial: "0421"
              bootloader: {revision: 0.4.0, image: 1.7.4}
              bus:
                - {name: t, i2c: 48, counts-up: false, registers: [{at: FE, bytes: 54 49, read-only: true}], sensors: [{at: 00, measures: temperature, size: 2, order: little-endian, counts: 256, units: 2, zero: 1 degC}]}
                - {spi: 10}
                - {internal-spi: true}
              motion: [{rest: 1 s}]
            steps:
              - ask: {send: "0D 81 09 1C 0D 48 00 02", answer: "0D 81 ..", within: 20 ms}
        """

    private static let caps = """
            board:
              triki: {status: rolling, chunking: frames, frames: 3, layout: 14-byte, noise: false, ack: true, drop-outs: {bursts: true, silence: 50 ms, every: 1 s}, sleep-after: 60 s}
            steps:
              - write: "20 10 00 D0 07 68 00 03"
              - wait: 50 ms
        """

    private static let surroundings = """
            world: {temperature: 31 degC, altitude: 1200 m, light: 20 klx, light-colour: shade, nearest-object: 1 m, humidity: 9 %, magnetic-field: [0 uT, 20 uT, -44 uT], floor: office, distance: 2 m, rssi-at-one-metre: -50 dBm, radio: {data-length: 251, phy: 2M, packets-per-event: 4, notification-buffers: 8}}
            steps:
              - input: {button: {action: click, for: 10 ms}}
              - input: {gpio: {pin: 1, level: high}}
              - input: {gpio: {pin: 1, voltage: 1 V}}
              - input: {charger: connect}
              - input: {power: cut}
              - input: {power: restore}
              - input: {path: {goals: [{position: [1 mm, 0 m, 0 m]}, {after: 9 ms, orientation: [1 deg, 0 deg, 0 deg]}]}}
              - input: {resume: motion}
              - input: {battery: {to: 40 %, over: 20 ms}}
              - input: {temperature: 30 degC}
              - input: {pressure: {to: 990 hPa, over: 10 ms}}
              - input: {altitude: 99 m}
              - input: {light: 9 lx}
              - input: {light-colour: candle}
              - input: {nearest-object: 1 m}
              - input: {humidity: 50 %}
              - input: {magnetic-field: {to: [1 uT, 2 uT, 3 uT], over: 9 ms}}
              - wait: 30 ms
        """

    private static let faults = """
            world: {pressure: 990 hPa}
            steps:
              - fault: {interference: {loss: 50 %, for: 10 ms}}
              - fault: {stuck-sensor: {sensor: gyroscope, for: 10 ms}}
              - fault: {flash-full: {fraction: 90 %}}
              - fault: {mute-module: {module: haptic, for: 10 ms}}
              - fault: {slow-module: {module: led, by: 5 ms, for: 20 ms}}
              - fault: {range: {distance: 5 m, over: 10 ms}}
              - fault: {lose-packet: {packet: "< 04 81", number: 1, connection: 1}}
              - fault: {double-packet: {packet: "< 04 81", number: 2, connection: 1}}
              - fault: {refuse-request: {packet: "> att 0a", number: 1, connection: 1, error: unlikely-error}}
              - fault: {upon: {packet: "> 04 81", number: 3, connection: 1, when: before, do: {reset: {}}}}
              - wait: 30 ms
              - fault: {link-loss: {for: 10 ms}}
              - fault: {reset: {}}
              - fault: {brown-out: {for: 10 ms}}
              - wait: 20 ms
        """

    private static let moves = """
            steps:
              - write: "03 01 01"
              - move:
                  says: fuzz
                  moves:
                    - {rest: {facing: left-up, for: 5 ms}}
                    - {pause: {for: 5 ms}}
                    - {turn: {by: 9 deg, about: x, for: 5 ms}}
                    - {tilt: {to: 9 deg, towards: left, for: 5 ms}}
                    - {swing: {by: 9 deg, period: 50 ms, arm: 1 m, about: y, for: 5 ms}}
                    - {shake: {rate: 4 Hz, amplitude: 0.1 m, along: z, for: 5 ms}}
                    - {tap: {strength: 3 g, times: 2, every: 20 ms, width: 2 ms, along: z}}
                    - {walk: {speed: 1 m/s, cadence: 2 Hz, bounce: 0.1 m, for: 9 ms}}
                    - {lift: {by: 1 m, for: 5 ms}}
              - wait: 90 ms
        """

    private static let otherMoves = """
            steps:
              - write: "03 01 01"
              - move:
                  says: fuzz
                  moves:
                    - {throw: {speed: 1 m/s, spin: 9 deg/s, push: 10 ms}}
                    - {free-fall: {from: 0.1 m, landing: hard}}
                    - {spin: {rate: 9 deg/s, about: z, ramp: 1 ms, for: 9 ms}}
                    - {vibration: {frequency: 9 Hz, amplitude: 1 g, along: x, for: 9 ms}}
                    - {keyframes: {frames: [{at: 0 s}, {at: 9 ms, position: [1 m, 0 m, 0 m], orientation: [0 deg, 9 deg, 0 deg]}]}}
                    - {repeat: {times: 2, moves: [{rest: 1 ms}]}, blend: 1 ms, by: {maker: person, seed: 2, steadiness: shaky}}
                    - {together: {moves: [{rest: 1 ms}, {turn: 9 deg}]}}
              - wait: 90 ms
        """

    private static let recordings = """
            steps:
              - move: {says: fuzz, moves: [{recording: {file: a.csv, from: 1 s, for: 2 s, at-end: loop, vary: {seed: 2, time: 7 %, mount: 10 deg, size: 5 %}}}]}
              - move: {says: fuzz, moves: [{recording: {accelerometer: a.csv, gyroscope: b.csv}}]}
        """
}
