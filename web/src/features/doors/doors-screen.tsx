import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useMatch } from 'react-router-dom';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { useDevice } from '../../device/device';
import { useRoom } from '../../realtime/hooks';
import { useMay } from '../../session/may';
import { texts } from '../../texts/app-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { eventPagesTexts } from '../../texts/event-pages-texts';
import { paths } from '../../urls/paths';
import { Button } from '../../ui/button';
import { DoorOpen } from '../../ui/icons/counting';
import { mayEvacuate } from '../counting/areas/may-evacuate';
import { activeCategories, NO_CATEGORIES } from '../counting/categories/active-categories';
import { RoomStatus } from '../dashboard/connection-status';
import { DashboardLayout } from '../dashboard/dashboard-layout';
import { pageToolbar } from '../dashboard/page-toolbar';
import { DeviceDialog } from '../devices/device-dialog';
import { Devices } from '../devices/devices-dialog';
import { EvacuationDialog } from '../evacuation/evacuation-dialog';
import { EvacuationIcon } from '../evacuation/evacuation-icons';
import { EvacuationState } from '../evacuation/evacuation-state';
import { MissingEvent } from '../events/missing-event';
import { putEvent, useEvents } from '../events/use-events';
import { ShareDialog } from '../join/share-dialog';
import { Orders } from '../orders/orders-dialog';

/** The screen of /app/events/:eventId/doors: an event's devices, orders to its doors, its evacuation, and this device. */
export function DoorsScreen({ user }: { user: User }) {
  const eventId = useMatch(paths.eventDoors)?.params.eventId ?? '';
  const events = useEvents(user);
  const event = events.known.find((one) => one.eventId === eventId);
  return (
    <DashboardLayout
      user={user}
      title={eventPagesTexts.title}
      {...(event && { status: <RoomStatus eventId={eventId} />, toolbar: pageToolbar(event, 'doors') })}
    >
      {event ? <DoorsOf key={eventId} event={event} /> : <MissingEvent events={events} icon={<DoorOpen size={28} />} />}
    </DashboardLayout>
  );
}

type OpenDialog = 'device' | 'share' | 'evacuation';

function DoorsOf({ event }: { event: Event }) {
  const client = useQueryClient();
  const { snapshot } = useRoom(event.eventId);
  const { deviceName, direction } = useDevice();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const close = () => setOpen(null);
  const words = eventPagesTexts;
  const isRunning = snapshot.evacuation !== null;
  const mayManage = useMay('manage');
  const mayControl = useMay('control', event.eventId);
  const mayCount = useMay('count', event.eventId);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-3 sm:gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 grow basis-64">
          <h1 className="text-[min(1.75rem,11vw)] leading-tight font-semibold tracking-tight">{words.title}</h1>
          {mayControl && <p className="text-pretty text-muted">{words.lead}</p>}
        </div>
        {mayControl && !isRunning && mayEvacuate(snapshot.areas) && (
          <Button variant="danger" onClick={() => setOpen('evacuation')}>
            <EvacuationIcon size={20} />
            {dialogTexts.eventDialogs.evacuation}
          </Button>
        )}
      </div>
      {isRunning && <EvacuationState eventId={event.eventId} room={snapshot} onOpen={() => setOpen('evacuation')} />}
      {mayControl && (
        <Section title={dialogTexts.eventDialogs.orders} lead={dialogTexts.orders.lead}>
          <Orders event={event} />
        </Section>
      )}
      <Section title={dialogTexts.eventDialogs.devices}>
        <Devices eventId={event.eventId} />
      </Section>
      {mayCount && (
        <div className="grid gap-4 sm:grid-cols-2 sm:gap-5">
          <Section title={words.share} lead={words.shareLead}>
            <Button variant="quiet" onClick={() => setOpen('share')}>
              {texts.event.share}
            </Button>
          </Section>
          <Section title={deviceName ?? texts.device.title} lead={words.deviceLead}>
            <Button variant="quiet" onClick={() => setOpen('device')}>
              {texts.device.title}
              {direction !== 'both' && ` · ${texts.device.direction[direction]}`}
            </Button>
          </Section>
        </div>
      )}
      {open === 'evacuation' && <EvacuationDialog event={event} onClose={close} />}
      {open === 'share' && (
        <ShareDialog
          event={event}
          onClose={close}
          {...(mayManage && { onReplaced: (changed: Event) => putEvent(client, changed) })}
        />
      )}
      {open === 'device' && (
        <DeviceDialog
          eventId={event.eventId}
          categories={activeCategories(event.categories ?? NO_CATEGORIES)}
          onClose={close}
        />
      )}
    </div>
  );
}

interface SectionProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

function Section({ title, lead, children }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="min-w-0 rounded-card bg-surface p-5 shadow-lift">
      <h2 id={titleId} className="text-lg font-semibold tracking-tight wrap-anywhere">
        {title}
      </h2>
      {lead !== undefined && <p className="text-sm text-pretty text-muted">{lead}</p>}
      <div className="pt-3">{children}</div>
    </section>
  );
}
