/// A board that is reached through an HCI controller.
public final class HCIBoard {}
