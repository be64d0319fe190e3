import { Suspense, useState } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import { formatCount } from '../../texts/format';
import { WifiOff } from '../../ui/icons/connection';
import { dialogTexts } from '../../texts/dialog-texts';
import { withTexts } from '../../texts/later-texts';
import { lazyComponent, MissingDialog } from '../../ui/overlays/lazy-component';

const DevicesDialog = lazyComponent(
  async () => (await withTexts(import('./devices-dialog'), 'trouble')).DevicesDialog,
  MissingDialog,
);

export interface DevicesButtonProps {
  event: Event;
  /** How many devices are offline. Without any there is no button. An open list stays when the last one comes back. */
  missed: number;
  className: string;
  /** Whether there is room for an icon and the number only. */
  isShort?: boolean;
}

/** Says how many devices of the event are offline. A press opens the list with which ones and since when. */
export function DevicesButton({ event, missed, className, isShort = false }: DevicesButtonProps) {
  const [open, setOpen] = useState(false);
  const text = dialogTexts.overview.missedAt(missed);
  return (
    <>
      {missed > 0 && (
        <button
          type="button"
          aria-label={`${isShort ? `${formatCount(missed)}: ` : ''}${text}. ${dialogTexts.overview.devicesOf(event.eventName)}`}
          title={text}
          onClick={() => setOpen(true)}
          className={className}
        >
          {isShort && <WifiOff className="wall-icon" />}
          {isShort ? formatCount(missed) : text}
        </button>
      )}
      <Suspense>{open && <DevicesDialog event={event} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
