/// A board that is reached through the BlueZ of this machine.
public final class BlueZBoard {}
