import type { Event } from '../../../../../src/shared/schemas/event';
import { dialogTexts } from '../../../texts/dialog-texts';
import { settingPagesTexts } from '../../../texts/setting-pages-texts';
import { buttonClass } from '../../../ui/button';
import { Link } from '../../../ui/link';
import { doorsPath, WALL_PATH } from '../../../urls/paths';
import { MinutesForm } from '../../events/settings/minutes-form';
import { Place } from '../place';
import { Section } from '../section';

/** The ways to the page with orders and evacuations and to the wall, and how long the control room waits. */
export function ControlSection({ event }: { event: Event }) {
  return (
    <Section id="control" title={settingPagesTexts.section.control} lead={settingPagesTexts.control.lead}>
      <Place id="orders" className="flex flex-wrap gap-3">
        <Link to={doorsPath(event.eventId)} className={buttonClass('quiet', 'py-2')}>
          {settingPagesTexts.control.doors}
        </Link>
        <Link to={WALL_PATH} className={buttonClass('quiet')}>
          {dialogTexts.overview.wall}
        </Link>
      </Place>
      <MinutesForm event={event} />
    </Section>
  );
}
