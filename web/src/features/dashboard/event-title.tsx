import type { Event } from '../../../../src/shared/schemas/event';
import { formatAccessCode } from '../../../../src/shared/rules/access-code';
import { useMay } from '../../session/may';
import { texts } from '../../texts/app-texts';
import { ChevronDown } from '../../ui/icons/arrows';
import { QrCode } from '../../ui/icons/codes';
import { CopyCodeButton } from '../events/access-code';
import { EventMenu, type EventMenuProps } from '../events/event-menu';
import { headerButtonClass } from '../events/header-button';

export interface EventTitleProps extends Pick<EventMenuProps, 'onChoose'> {
  event: Event;
  /** Whether there is a list of events to choose from. */
  hasOthers: boolean;
  onShare: () => void;
}

/**
 * On a wide screen, the member's event: its name, which opens the list of events, its menu, its code and how to share it,
 * as far as the member may do that.
 */
export function EventTitle({ event, hasOthers, onChoose, onShare }: EventTitleProps) {
  const { eventId, eventName, accessCode } = event;
  const mayManage = useMay('manage');
  const name = (
    <span dir="auto" className="truncate">
      {eventName}
    </span>
  );
  return (
    <>
      <h1 title={eventName} className="flex min-w-24 text-lg font-semibold tracking-tight">
        {hasOthers ? (
          <button
            type="button"
            title={eventName}
            aria-haspopup="dialog"
            onClick={() => onChoose('switch')}
            className="touch-pad -mx-2 flex min-h-11 max-w-[calc(100%+1rem)] min-w-0 items-center gap-1 rounded-field px-2 hover:bg-sunken"
          >
            {name}
            <ChevronDown size={18} className="shrink-0 text-muted" />
          </button>
        ) : (
          name
        )}
      </h1>
      {mayManage && <EventMenu eventId={eventId} onChoose={onChoose} />}
      {accessCode !== '' && (
        <>
          <span className="flex shrink-0 items-center font-normal tracking-normal text-muted max-[56.25rem]:hidden">
            <span className="sr-only">{texts.event.accessCode} </span>
            <span title={texts.event.accessCode} className="font-mono text-sm tracking-wider">
              {formatAccessCode(accessCode)}
            </span>
            <CopyCodeButton accessCode={accessCode} />
          </span>
          <button type="button" onClick={onShare} className={`shrink-0 ${headerButtonClass}`}>
            <QrCode size={18} className="shrink-0" />
            {texts.event.share}
          </button>
        </>
      )}
    </>
  );
}
