import { useState } from 'react';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Event } from '../../../../../src/shared/schemas/event';
import { useRoom } from '../../../realtime/hooks';
import { texts } from '../../../texts/app-texts';
import { dialogTexts } from '../../../texts/dialog-texts';
import { formatCount } from '../../../texts/format';
import { settingPagesTexts } from '../../../texts/setting-pages-texts';
import { Button } from '../../../ui/button';
import { RetryNotice } from '../../../ui/load-failed';
import { Spinner } from '../../../ui/spinner';
import { CapacityDialog } from '../../counting/dialogs/capacity-dialog';
import { CapacityForm } from '../../events/settings/capacity-form';
import { Place } from '../place';
import { Part, Section } from '../section';

/** How many people may be inside: in the venue and in each area. */
export function CapacitySection({ event }: { event: Event }) {
  return (
    <Section id="capacity" title={settingPagesTexts.section.capacity}>
      <CapacityForm event={event} />
      <Part title={settingPagesTexts.capacity.areas}>
        <Place id="areas">
          <Areas eventId={event.eventId} />
        </Place>
      </Part>
    </Section>
  );
}

function Areas({ eventId }: { eventId: string }) {
  const words = settingPagesTexts.capacity;
  const { snapshot, refresh } = useRoom(eventId);
  const [changed, setChanged] = useState<Area | null>(null);
  const { areas, loadFailed } = snapshot;
  if (areas === null && loadFailed) return <RetryNotice text={texts.areas.loadFailed} onRetry={() => void refresh()} />;
  if (areas === null) return <Spinner />;
  if (areas.length === 0) return <p className="text-muted">{words.noAreas}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {areas.map((area) => (
          <li key={area.areaId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
            <div className="min-w-0 grow basis-40">
              <p className="font-medium wrap-anywhere">{area.areaName}</p>
              <p className="text-sm text-muted tabular-nums">
                {area.capacity === 0 ? words.noLimit : words.areaPeople(formatCount(area.capacity))}
              </p>
            </div>
            <Button
              variant="quiet"
              className="text-sm"
              aria-label={`${dialogTexts.areaDialogs.changeCapacity}: ${area.areaName}`}
              onClick={() => setChanged(area)}
            >
              {dialogTexts.areaDialogs.changeCapacity}
            </Button>
          </li>
        ))}
      </ul>
      {changed && (
        <CapacityDialog eventId={eventId} area={changed} onClose={() => setChanged(null)} onChanged={refresh} />
      )}
    </>
  );
}
