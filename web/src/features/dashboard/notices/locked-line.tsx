import { clsx } from 'clsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { CALM_AFTER_TAP_MS, useNoRecentTaps } from '../../counting/pads/use-no-recent-taps';
import { texts } from '../../../texts/app-texts';
import { Button } from '../../../ui/button';
import { Lock } from '../../../ui/icons/counting';
import { useOpenSettings } from '../settings';

/**
 * Whether the line is shown. It disappears only when nobody counts, because the pads below it would move under a thumb.
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

/** Scrolls into view with each tap on a locked pad; returns how many there were. */
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

/** Why nothing can be counted, and who can do something about it: the account holder here, others by telling them. */
export function LockedLine({ locked }: { locked: boolean }) {
  const openSettings = useOpenSettings();
  const hasPlace = useHasPlace(locked);
  const line = useRef<HTMLDivElement>(null);
  const asked = useAnswer(locked, line);
  return (
    <div
      ref={line}
      className={clsx(
        'mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-pad border border-current/30 bg-bad-soft px-4 py-3 text-bad',
        // Never hidden while empty, or screen readers would not hear its later text.
        hasPlace ? !locked && 'invisible' : 'sr-only',
      )}
    >
      <output className="flex min-w-0 flex-1 basis-56 items-center gap-3 text-[0.9375rem] font-medium text-pretty">
        {hasPlace && (
          <>
            <Lock aria-hidden size={18} className="shrink-0" />
            {/* Announced and shown again. */}
            <span key={asked} className={asked > 0 ? 'rise-in' : undefined}>
              {openSettings ? texts.dashboard.lockedOwn : texts.dashboard.locked}
            </span>
          </>
        )}
      </output>
      {hasPlace && openSettings && (
        <Button onClick={openSettings} className="min-h-11">
          {texts.dashboard.openSettings}
        </Button>
      )}
    </div>
  );
}
