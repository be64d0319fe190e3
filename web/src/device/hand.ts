import { isRightToLeft } from '../texts/texts';

/** The hand whose thumb reaches the large pad. */
export const HANDS = ['left', 'right'] as const;
export type Hand = (typeof HANDS)[number];

/**
 * Which hand's rows put the large pad under the thumb of this hand. Where text runs from right to left, a row begins at
 * the right, but a thumb stays where it is.
 */
export const rowsFor = (hand: Hand): Hand => ((hand === 'left') === isRightToLeft() ? 'right' : 'left');
