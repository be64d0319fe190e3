import { clsx } from 'clsx';
import { useRef } from 'react';
import { useMay } from '../../session/may';
import { dialogTexts } from '../../texts/dialog-texts';
import { useRealtime } from '../../realtime/hooks';
import { Button } from '../../ui/button';
import { Check } from '../../ui/icons/checks';
import { useUndoable } from '../../ui/use-undoable';
import { useIsGuarded } from '../in-force/guard-place';
import { acknowledgeAlert, tellOfFailure } from './alerts-api';

export interface AcknowledgeButtonProps {
  eventId: string;
  /** The alerts that the button acknowledges: one or several. */
  alertIds: readonly string[];
  /** Called when what the button does waits until it cannot be undone any more, and when that is over. */
  onWaits?: (waits: boolean) => void;
  /** The id of the element that describes the alert. */
  describedBy?: string;
}

/**
 * Acknowledges the alerts; nothing for users who only watch. Shows the answer of the call at once, because the room's own frame may take long. Several alerts
 * at once can be undone for ten seconds.
 */
export function AcknowledgeButton({ eventId, alertIds, onWaits, describedBy }: AcknowledgeButtonProps) {
  const realtime = useRealtime();
  const { busy, secondsLeft, run, press } = useUndoable(onWaits);
  const own = useRef<HTMLButtonElement>(null);
  const isGuarded = useIsGuarded(own);
  const mayAnswer = useMay('count', eventId);

  const acknowledge = () => tellOfFailure(alertIds.map((alertId) => acknowledgeAlert(realtime, eventId, alertId)));
  const isOne = alertIds.length === 1;
  const words = dialogTexts.alert;
  const name = isOne ? words.acknowledge : words.acknowledgeAll;

  if (!mayAnswer) return null;
  return (
    <Button
      ref={own}
      variant="quiet"
      busy={busy}
      aria-describedby={describedBy}
      onClick={(event) => (isOne && secondsLeft === null ? void run(acknowledge) : press(event, acknowledge))}
      // The button is as low as its row. The pseudo-element enlarges its touch target to the size of a thumb.
      className={clsx(
        'relative ms-auto min-h-9! shrink-0 px-2! text-sm! sm:px-3! before:absolute before:inset-x-0 before:-inset-y-1',
        isGuarded && 'opacity-75',
      )}
    >
      <Check size={22} className="hidden @max-[13rem]:block" />
      <span className="@max-[13rem]:sr-only">{secondsLeft === null ? name : words.undoAll(secondsLeft)}</span>
    </Button>
  );
}
