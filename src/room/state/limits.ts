/** Active days that a waking room reads: more days than the time by which a tap can be late (TAP_AGE_MAX_MS). */
export const REMEMBERED_DAYS = 16;
