import { Suspense, useState } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import { dialogTexts } from '../../texts/dialog-texts';
import { lazyComponent, MissingDialog } from '../../ui/overlays/lazy-component';

const DevicesDialog = lazyComponent(
  async () => (await import('../devices/devices-dialog')).DevicesDialog,
  MissingDialog,
);

/** Says how many devices of the event are offline. A press opens the list with which ones and since when. */
export function DevicesButton({ event, missed, className }: { event: Event; missed: number; className?: string }) {
  const [open, setOpen] = useState(false);
  const text = dialogTexts.overview.missedAt(missed);
  return (
    <>
      <button
        type="button"
        aria-label={`${text}. ${dialogTexts.overview.devicesOf(event.eventName)}`}
        onClick={() => setOpen(true)}
        className={className}
      >
        {text}
      </button>
      <Suspense>{open && <DevicesDialog event={event} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
