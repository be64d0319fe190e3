import { clsx } from 'clsx';
import { use } from 'react';
import { createPortal } from 'react-dom';
import { useDevice } from '../../device/device';
import { texts } from '../../texts/app-texts';
import { DoorOpen } from '../../ui/icons/counting';
import { LatePart } from '../../ui/late-part';
import { VenueTotal } from '../counting/areas/venue-total';
import { AccessCode } from '../events/access-code';
import { headerButtonClass } from '../events/header-button';
import { inForce } from '../in-force/in-force';
import type { LayoutProps } from './use-counting-screen';
import { SeenAlerts } from './counting-parts';
import { VenueSlotContext } from './venue-slot';

/**
 * On a wide screen, the event's name and access code, which an organizer has in the top bar. Above an opened area only the
 * name is left.
 */
export function WideHead({ screen, event, onShare, admin, onDevice }: LayoutProps) {
  if (admin) return null;
  const device = <DeviceButton onOpen={onDevice} />;
  if (screen.isWhole) {
    return (
      <div className="flex items-center gap-3">
        <h1 className="me-auto min-w-0 truncate text-sm font-medium text-muted">
          <span dir="auto">{event.eventName}</span>
        </h1>
        {device}
      </div>
    );
  }
  return (
    <section className="pt-8 pb-6">
      <h1
        title={event.eventName}
        className="line-clamp-4 text-4xl leading-tight font-semibold tracking-tight text-balance"
      >
        {event.eventName}
      </h1>
      <div className="mt-1 flex flex-wrap items-center gap-x-1.5 text-muted">
        <AccessCode accessCode={event.accessCode} onShare={onShare} />
        {device}
      </div>
    </section>
  );
}

/**
 * A wide screen shows the alerts that somebody has seen above all areas. The venue's total is in the top bar, which stays in
 * sight.
 */
export function WideFacts({ screen, room: { snapshot }, event }: LayoutProps) {
  const { areas, live } = screen.list;
  const venueSlot = use(VenueSlotContext);
  if (screen.isWhole) return null;
  return (
    <>
      {areas && (
        <LatePart when={snapshot.alerts.length > 0}>
          <SeenAlerts alerts={inForce(snapshot).alerts} areas={snapshot.areas ?? []} />
        </LatePart>
      )}
      {venueSlot &&
        areas &&
        screen.evacuation === null &&
        createPortal(<VenueTotal event={event} areas={areas} live={live} />, venueSlot)}
    </>
  );
}

/** Shows the name of this device and opens its settings. */
function DeviceButton({ onOpen }: { onOpen: () => void }) {
  const { deviceName, direction } = useDevice();
  return (
    <button
      type="button"
      title={texts.device.title}
      onClick={onOpen}
      className={clsx(headerButtonClass, '-mx-3 max-w-full min-w-0 forced-colors:mx-0')}
    >
      <DoorOpen size={18} className="shrink-0" />
      <span dir="auto" className="truncate">
        {deviceName ?? texts.device.title}
      </span>{' '}
      {direction !== 'both' && (
        <span className="shrink-0 rounded-full bg-sunken px-2 text-xs leading-5 text-muted">
          {texts.device.direction[direction]}
        </span>
      )}
    </button>
  );
}
