import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { verifyTexts } from '../../texts/verify-texts';
import type { Icon } from '../../ui/icon';
import { OctagonAlert } from '../../ui/icons/alerts';
import { TriangleAlert } from '../../ui/icons/counting';
import { CircleCheck } from '../../ui/icons/reports';
import type { Tone } from './findings';

export const TONE_ICONS: Record<Tone, Icon> = { good: CircleCheck, warn: TriangleAlert, bad: OctagonAlert };
const COLORS: Record<Tone, string> = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' };

/** A line of a list that is in order, to be noted, or wrong. */
export function ToneLine({ tone, children }: { tone: Tone; children: ReactNode }) {
  const LineIcon = TONE_ICONS[tone];
  return (
    <li className="flex items-start gap-3">
      <LineIcon size={20} className={clsx('mt-0.5 shrink-0', COLORS[tone])} />
      <p className="min-w-0 text-pretty wrap-anywhere">
        <span className="sr-only">{verifyTexts.verify.tones[tone]} </span>
        {children}
      </p>
    </li>
  );
}
