import { membersTexts } from '../../../texts/members-texts';
import { EmptyState } from '../../../ui/empty-state';
import { CalendarDays } from '../../../ui/icons/reports';

/** The dashboard of a member for whom no event is chosen, or all that were chosen are deleted. */
export const NothingChosen = () => (
  <EmptyState asHeading text={membersTexts.nothingChosen} icon={<CalendarDays size={28} />}>
    <p className="text-pretty text-muted">{membersTexts.ownersChoose}</p>
  </EmptyState>
);
