import { useState } from 'react';
import type { Event } from '../../../../../src/shared/schemas/event';
import { useRoom } from '../../../realtime/hooks';
import { texts } from '../../../texts/app-texts';
import { dialogTexts } from '../../../texts/dialog-texts';
import { inspectionTexts } from '../../../texts/inspection-texts';
import { publicNumbersTexts } from '../../../texts/public-numbers-texts';
import { settingPagesTexts } from '../../../texts/setting-pages-texts';
import { Button, buttonClass } from '../../../ui/button';
import { Link } from '../../../ui/link';
import { RetryNotice } from '../../../ui/load-failed';
import { accountSettingsPath, alertListPath } from '../../../urls/paths';
import { ResetAreasDialog } from '../../counting/dialogs/reset-areas-dialog';
import { MachineLines } from '../../counting/dialogs/machine-dialog';
import { DisplayLink } from '../../display/display-link';
import { EmergencyForm } from '../../display/emergency-form';
import { AlertLevelsForm } from '../../events/settings/alert-levels-form';
import { CategoriesForm } from '../../events/settings/categories-form';
import { InspectorLinks } from '../../inspection/inspector-links';
import { PublicNumbers } from '../../public-numbers/public-numbers';
import { Fold } from '../fold';
import { Place } from '../place';
import { Part, Section } from '../section';

interface EventSectionProps {
  event: Event;
}

/** From which level on alerts are raised, and who is told. */
export function AlertsSection({ event }: EventSectionProps) {
  const words = settingPagesTexts.alerts;
  return (
    <Section id="alerts" title={settingPagesTexts.section.alerts}>
      <AlertLevelsForm event={event} />
      <Part title={words.told} lead={words.toldLead}>
        <Place id="recipients" className="flex flex-wrap gap-3">
          <Link to={accountSettingsPath('recipients')} className={buttonClass('quiet')}>
            {words.recipients}
          </Link>
          <Link to={alertListPath(event.eventId)} className={buttonClass('quiet')}>
            {words.list}
          </Link>
        </Place>
      </Part>
    </Section>
  );
}

/** How people are told apart, and the end of the night. */
export function CountingSection({ event }: EventSectionProps) {
  const [isResetting, setResetting] = useState(false);
  const { eventDialogs, categories } = dialogTexts;
  return (
    <Section id="counting" title={settingPagesTexts.section.counting} lead={categories.lead}>
      <Place id="categories">
        <CategoriesForm event={event} />
      </Place>
      <Part title={eventDialogs.resetAll} lead={settingPagesTexts.counting.reset}>
        <Place id="reset">
          <Button variant="quiet" onClick={() => setResetting(true)}>
            {eventDialogs.resetAll}
          </Button>
        </Place>
      </Part>
      {isResetting && <ResetAreasDialog event={event} onClose={() => setResetting(false)} />}
    </Section>
  );
}

/** What others see: the display of the venue, and the website. */
export function PublicSection({ event }: EventSectionProps) {
  const { eventDialogs, displayLink, emergency } = dialogTexts;
  return (
    <Section id="public" title={settingPagesTexts.section.public}>
      <Part title={eventDialogs.display} lead={displayLink.lead}>
        <Place id="display">
          <DisplayLink event={event} />
        </Place>
        <Fold summary={emergency.summary} ids={['display-words']}>
          {() => (
            <Place id="display-words">
              <EmergencyForm event={event} />
            </Place>
          )}
        </Fold>
      </Part>
      <Part title={eventDialogs.public} lead={publicNumbersTexts.lead}>
        <Place id="numbers">
          <PublicNumbers event={event} />
        </Place>
      </Part>
    </Section>
  );
}

/** The links for inspectors. */
export const InspectorsSection = ({ event }: EventSectionProps) => (
  <Section id="inspectors" title={settingPagesTexts.section.inspectors} lead={inspectionTexts.inspectorLink.lead}>
    <Place id="links">
      <InspectorLinks event={event} />
    </Place>
  </Section>
);

/** What turnstiles, cameras and scripts need to count in each area. */
export function MachinesSection({ event: { eventId } }: EventSectionProps) {
  const { snapshot, refresh } = useRoom(eventId);
  const { areas, loadFailed } = snapshot;
  const words = settingPagesTexts.machines;
  return (
    <Section id="machines" title={settingPagesTexts.section.machines} lead={words.lead}>
      <Place id="ids">
        {areas === null && loadFailed && <RetryNotice text={texts.areas.loadFailed} onRetry={() => void refresh()} />}
        {areas?.length === 0 && <p className="text-muted">{settingPagesTexts.capacity.noAreas}</p>}
        <ul className="divide-y divide-line">
          {areas?.map((area) => (
            <li key={area.areaId}>
              <Fold summary={<span className="min-w-0 wrap-anywhere">{area.areaName}</span>} ids={[]}>
                {() => <MachineLines eventId={eventId} areaId={area.areaId} />}
              </Fold>
            </li>
          ))}
        </ul>
      </Place>
      <div>
        <Link to={accountSettingsPath('keys')} className={buttonClass('quiet')}>
          {words.keys}
        </Link>
      </div>
    </Section>
  );
}
