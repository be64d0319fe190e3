/** The most assembly points of an event, and the most evacuations and drills that one answer lists, the newest ones. */
export const ASSEMBLY_POINTS_MAX = 8;
export const EVACUATIONS_LISTED_MAX = 100;
/** The most UTF-16 units of what displays say in an evacuation: a line in large letters, and what to do. */
export const NOTICE_TITLE_MAX_LENGTH = 40;
export const NOTICE_TEXT_MAX_LENGTH = 200;
/** The longest time in which an organizer wants everybody out, in minutes (docs/product.md, V13). */
export const TARGET_MINUTES_MAX = 120;
