import { dialogTexts } from '../../texts/dialog-texts';
import type { TargetTime } from './target-time';

/** The time, with the target if there is one: “4:12 of 8:00”. */
export const timeWords = ({ took, target }: TargetTime): string =>
  target === null ? took : dialogTexts.evacuation.ofTarget(took, target);

/** Says in words, on a plate of its own, by how much the target is exceeded; nothing if it is not. */
export const OverTarget = ({ time: { over } }: { time: TargetTime }) =>
  over !== null && (
    <strong className="rounded-field bg-page px-[0.4em] font-bold whitespace-nowrap text-ink tabular-nums forced-colors:border">
      {dialogTexts.evacuation.overTarget(over)}
    </strong>
  );
