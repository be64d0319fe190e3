import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { dialogTexts } from '../../texts/dialog-texts';
import type { TargetTime } from './target-time';

/** The time, with the target if there is one: “4:12 of 8:00”. */
export const timeWords = ({ took, target }: TargetTime): string =>
  target === null ? took : dialogTexts.evacuation.ofTarget(took, target);

interface OverTargetProps {
  time: TargetTime;
  /** Whether its room is kept before the target is exceeded, so that no button beside it moves. */
  keepsPlace?: boolean;
}

/** Says in words, on a plate of its own, by how much the target is exceeded. */
export const OverTarget = ({ time: { target, over }, keepsPlace = false }: OverTargetProps) =>
  target !== null &&
  (over !== null || keepsPlace) && (
    <Plate isHidden={over === null}>{dialogTexts.evacuation.overTarget(over ?? target)}</Plate>
  );

/** Has the colors of the page, whatever it lies on. */
export const Plate = ({ isHidden = false, children }: { isHidden?: boolean; children: ReactNode }) => (
  <strong
    className={clsx(
      'rounded-field bg-page px-[0.4em] font-bold whitespace-nowrap text-ink tabular-nums forced-colors:border',
      isHidden && 'invisible',
    )}
  >
    {children}
  </strong>
);
