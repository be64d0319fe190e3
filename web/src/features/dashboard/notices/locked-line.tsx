import { clsx } from 'clsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { CALM_AFTER_TAP_MS, useNoRecentTaps } from '../../counting/press/use-no-recent-taps';
import { texts } from '../../../texts/app-texts';
import { Button } from '../../../ui/button';
import { Lock } from '../../../ui/icons/counting';
import { useOpenBilling, useOpenSettings } from '../settings';

/**
 * Whether the line takes up space. It disappears only when nobody has tapped recently, because the pads below it would
 * move under a thumb.
 */
function useHasPlace(locked: boolean): boolean {
  const calm = useNoRecentTaps();
  const [hasPlace, setHasPlace] = useState(locked);
  if (locked && !hasPlace) setHasPlace(true);

  useEffect(() => {
    if (locked || !calm) return undefined;
    const timer = setTimeout(() => setHasPlace(false), CALM_AFTER_TAP_MS);
    return () => clearTimeout(timer);
  }, [locked, calm]);

  return hasPlace;
}

/** Scrolls the line into view on each tap on a locked pad. Returns the number of these taps. */
function useAnswer(locked: boolean, line: RefObject<HTMLElement | null>): number {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (!locked) return undefined;
    const answer = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || !target.closest('.pads')) return;
      line.current?.scrollIntoView({ block: 'nearest' });
      setAsked((times) => times + 1);
    };
    document.addEventListener('click', answer);
    return () => document.removeEventListener('click', answer);
  }, [locked, line]);
  return asked;
}

interface LockedLineProps {
  locked: boolean;
  /** Whether the account is in its trial: then the event is locked because it has used up the trial's taps. */
  isTrial: boolean;
}

/**
 * Says why nothing can be counted, and who can solve it: an owner in the settings, an admin in the trial by writing to
 * the support, a manager by asking an owner, and any other user by telling the organizer.
 */
export function LockedLine({ locked, isTrial }: LockedLineProps) {
  const openBilling = useOpenBilling();
  const isAdmin = useOpenSettings() !== null;
  const adminText = openBilling ? texts.dashboard.lockedOwn : texts.dashboard.lockedByOwners;
  const ownText = isTrial ? texts.dashboard.trialUsedUp : adminText;
  const hasPlace = useHasPlace(locked);
  const line = useRef<HTMLDivElement>(null);
  const asked = useAnswer(locked, line);
  return (
    <div
      ref={line}
      className={clsx(
        'mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-pad border border-current/30 bg-bad-soft px-4 py-3 text-bad',
        // The empty element is never hidden, because screen readers would then not announce its later text.
        hasPlace ? !locked && 'invisible' : 'sr-only',
      )}
    >
      <output className="flex min-w-0 flex-1 basis-56 items-center gap-3 text-[0.9375rem] font-medium text-pretty">
        {hasPlace && (
          <>
            <Lock size={18} className="shrink-0" />
            {/* The changed key makes the text appear and be announced again. */}
            <span key={asked} className={asked > 0 ? 'rise-in' : undefined}>
              {isAdmin ? ownText : texts.dashboard.locked}
            </span>
          </>
        )}
      </output>
      {hasPlace && openBilling && !isTrial && (
        <Button onClick={openBilling} className="min-h-11">
          {texts.dashboard.openSettings}
        </Button>
      )}
    </div>
  );
}
