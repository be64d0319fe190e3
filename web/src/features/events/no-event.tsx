import { type ReactNode, Suspense } from 'react';
import { texts } from '../../texts/app-texts';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { CalendarDays } from '../../ui/icons/reports';

export interface NoEventProps {
  onSelect: () => void;
  /** The form for the first event of an account without events. Its code is loaded separately. */
  firstEvent: ReactNode;
}

/** The dashboard of an admin while no event is selected. */
export function NoEvent({ onSelect, firstEvent }: NoEventProps) {
  return (
    <>
      <EmptyState asHeading text={texts.dashboard.noneSelected} icon={<CalendarDays size={28} />}>
        {/* The button comes with the form above it: the form would move it from under a press. */}
        <Suspense fallback={<div className="h-64" />}>
          {firstEvent}
          <Button id="select-event" variant={firstEvent ? 'quiet' : 'primary'} onClick={onSelect}>
            {texts.dashboard.selectEvent}
          </Button>
        </Suspense>
      </EmptyState>
      {!firstEvent && <p className="border-t border-line px-4 py-6 text-center text-muted">{texts.areas.noEvent}</p>}
    </>
  );
}
