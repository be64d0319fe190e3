import { Suspense, useState } from 'react';
import type { Event } from '../../../../../src/shared/schemas/event';
import { useRoom } from '../../../realtime/hooks';
import { dialogTexts } from '../../../texts/dialog-texts';
import { settingPagesTexts } from '../../../texts/setting-pages-texts';
import { Button, buttonClass } from '../../../ui/button';
import { Link } from '../../../ui/link';
import { lazyComponent, MissingDialog } from '../../../ui/overlays/lazy-component';
import { WALL_PATH } from '../../../urls/paths';
import { hasCounted } from '../../counting/areas/has-counted';
import { MinutesForm } from '../../events/settings/minutes-form';
import { Place } from '../place';
import { Section } from '../section';

const OrdersDialog = lazyComponent(
  async () => (await import('../../orders/orders-dialog')).OrdersDialog,
  MissingDialog,
);
const EvacuationDialog = lazyComponent(
  async () => (await import('../../evacuation/evacuation-dialog')).EvacuationDialog,
  MissingDialog,
);

/** Orders to doors, evacuations and drills, and the wall. */
export function ControlSection({ event }: { event: Event }) {
  const [open, setOpen] = useState<'orders' | 'evacuation' | null>(null);
  const close = () => setOpen(null);
  const { areas, evacuation } = useRoom(event.eventId).snapshot;
  const { eventDialogs, overview } = dialogTexts;
  return (
    <Section id="control" title={settingPagesTexts.section.control} lead={settingPagesTexts.control.lead}>
      <Place id="orders" className="flex flex-wrap gap-3">
        <Button variant="quiet" onClick={() => setOpen('orders')}>
          {eventDialogs.orders}
        </Button>
        {(evacuation !== null || hasCounted(areas ?? [])) && (
          <Button variant="quiet" onClick={() => setOpen('evacuation')}>
            {eventDialogs.evacuation}
          </Button>
        )}
        <Link to={WALL_PATH} className={buttonClass('quiet')}>
          {overview.wall}
        </Link>
      </Place>
      <MinutesForm event={event} />
      <Suspense>
        {open === 'orders' && <OrdersDialog event={event} onClose={close} />}
        {open === 'evacuation' && <EvacuationDialog event={event} onClose={close} />}
      </Suspense>
    </Section>
  );
}
