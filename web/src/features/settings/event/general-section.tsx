import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Event } from '../../../../../src/shared/schemas/event';
import { keepSelectedEventId } from '../../../session/storage';
import { dialogTexts } from '../../../texts/dialog-texts';
import { settingPagesTexts } from '../../../texts/setting-pages-texts';
import { Button } from '../../../ui/button';
import { leaveGuarded } from '../../../urls/leaving';
import { eventSettingsPath, paths } from '../../../urls/paths';
import { DeleteEventDialog } from '../../events/delete-event-dialog';
import { DuplicateEventDialog } from '../../events/duplicate-event-dialog';
import { RenameEventDialog } from '../../events/rename-event-dialog';
import { ScheduleForm } from '../../events/settings/schedule-form';
import { putEvent, removeEvent } from '../../events/use-events';
import { Place } from '../place';
import { Part, Section } from '../section';

/** The event's name and schedule, its copy and its end. */
export function GeneralSection({ event }: { event: Event }) {
  const words = settingPagesTexts.general;
  const { eventDialogs, schedule } = dialogTexts;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'rename' | 'duplicate' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const put = (changed: Event) => putEvent(client, changed);

  function deleted(eventId: string) {
    keepSelectedEventId(null);
    removeEvent(client, eventId);
    void navigate(paths.app);
  }

  return (
    <Section id="general" title={settingPagesTexts.section.general}>
      <Place id="name" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-40">
          <p className="text-sm font-medium text-muted">{words.name}</p>
          <p className="font-medium wrap-anywhere">{event.eventName}</p>
        </div>
        <Button variant="quiet" onClick={() => setOpen('rename')}>
          {eventDialogs.rename}
        </Button>
      </Place>
      <Part title={eventDialogs.schedule} lead={schedule.lead}>
        <Place id="schedule">
          <ScheduleForm event={event} />
        </Place>
      </Part>
      <Part title={eventDialogs.duplicate} lead={words.copy}>
        <Place id="duplicate">
          <Button variant="quiet" onClick={() => setOpen('duplicate')}>
            {eventDialogs.duplicate}
          </Button>
        </Place>
      </Part>
      <Part title={eventDialogs.delete} lead={words.delete}>
        <Place id="delete">
          <Button variant="quiet" className="text-bad" onClick={() => setOpen('delete')}>
            {eventDialogs.delete}
          </Button>
        </Place>
      </Part>
      {open === 'rename' && <RenameEventDialog event={event} onClose={close} onRenamed={put} />}
      {open === 'duplicate' && (
        <DuplicateEventDialog
          event={event}
          onClose={close}
          onCreated={put}
          onSelect={(eventId) => leaveGuarded(() => void navigate(eventSettingsPath(eventId)))}
        />
      )}
      {open === 'delete' && <DeleteEventDialog event={event} onClose={close} onDeleted={deleted} />}
    </Section>
  );
}
