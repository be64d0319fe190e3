/** Active days that a waking room reads: more days than the time by which a tap can be late (TAP_AGE_MAX_MS). */
export const REMEMBERED_DAYS = 16;
/** Active days in one SQL statement: a day has five values, and D1 accepts at most 100 values in a statement. */
export const DAYS_PER_DELIVERY = 16;
