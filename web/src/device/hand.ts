/** The hand whose thumb reaches the large pad. */
export const HANDS = ['left', 'right'] as const;
export type Hand = (typeof HANDS)[number];
