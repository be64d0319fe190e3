/** A relay that hears nothing from its room for this long asks the room, and tells its viewers that it is alive. */
export const RELAY_UNHEARD_MS = 15_000;
