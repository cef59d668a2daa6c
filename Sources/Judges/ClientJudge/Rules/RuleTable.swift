/// All rules.
public enum RuleTable {
    /// The families of rules, in the order of the reference.
    static var families: [any RuleFamily.Type] {
        [
            LengthRules.self, RegisterRules.self, ReadRules.self, ConnectionRules.self,
            SubscriptionRules.self, SensorRules.self, StreamRules.self, FusionRules.self,
            LogRules.self, ReadoutRules.self, TableRules.self, ProcessorRules.self, EventRules.self,
            TimerRules.self, FlowRules.self, MacroRules.self, SettingsRules.self, LightRules.self,
            HapticRules.self,
            PinRules.self, ResetRules.self, AttributeRules.self, UpdateRules.self, CapRules.self,
        ]
    }

    /// All of them, including those about waivers.
    public static let rules: [Rule] = families.flatMap { $0.rules } + WaiverRules.rules

    /// The rule with this id; nil if there is none.
    public static func rule(_ id: String) -> Rule? { rules.first { $0.id == id } }
}
