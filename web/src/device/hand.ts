/** Under which thumb the large pad lies. */
export const HANDS = ['left', 'right'] as const;
export type Hand = (typeof HANDS)[number];
