import { type ReactNode, use } from 'react';
import { useHeldHeight } from '../../counting/press/use-held-height';
import { useNoRecentTaps } from '../../counting/press/use-no-recent-taps';
import { EventNamesContext } from '../../events/known/known-events';
import { texts, translate } from '../../../texts/app-texts';
import { useRealtime, useRefusedTaps, useTellsOfStorage, useUncountedTaps } from '../../../realtime/hooks';
import { caseOf, type EventUncountedTaps } from '../../../realtime/outbox/uncounted-taps';
import { IconButton } from '../../../ui/button';
import { X } from '../../../ui/icons/counting';

/**
 * Shows refused taps, lost taps, and that taps cannot be stored. The notices stay below the top bar until somebody
 * closes them. They get their own space when nobody has tapped recently, so that no pad moves from under a thumb. Until
 * then the first one is a line over the lower edge of the top bar, which covers no name and no number.
 * @param props.shownEvent the name of the event on the screen; notices about another event contain its name
 */
export function UncountedNotices({ shownEvent }: { shownEvent: string }) {
  const realtime = useRealtime();
  const uncounted = useUncountedTaps();
  const tellsOfStorage = useTellsOfStorage();
  const refusedTaps = useRefusedTaps();
  const { band, height } = useHeldHeight<HTMLDivElement>();
  const calm = useNoRecentTaps();
  const isLine = !calm && height === 0;

  return (
    <div className="relative top-0 z-30 @max-[15rem]:sticky" style={{ height }}>
      <div
        ref={band}
        data-line={isLine || undefined}
        className="group/notices absolute inset-x-0 top-0 max-h-[40dvh] overflow-y-auto bg-page data-line:top-auto data-line:bottom-0 data-line:h-11 data-line:overflow-hidden"
        style={calm || isLine ? undefined : { maxHeight: height }}
      >
        <div className="safe-x mx-auto grid max-w-6xl gap-2 pb-2 group-data-line/notices:pb-0 empty:hidden">
          {tellsOfStorage && (
            <LastingNotice title={texts.realtime.notStored} onDismiss={() => realtime.dismissStorage()}>
              <p>{texts.realtime.notStoredHint}</p>
            </LastingNotice>
          )}
          {refusedTaps > 0 && (
            <LastingNotice title={texts.realtime.undeliverable(refusedTaps)}>
              <p>{texts.realtime.undeliverableHint}</p>
            </LastingNotice>
          )}
          {uncounted.map((taps) => (
            <UncountedNotice
              key={`${taps.eventId} ${caseOf(taps)}`}
              uncounted={taps}
              shownEvent={shownEvent}
              onDismiss={() => realtime.dismiss(taps)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

interface UncountedNoticeProps {
  uncounted: EventUncountedTaps;
  shownEvent: string;
  onDismiss: () => void;
}

function titleOf({ reason, taps, areaName, kind, to }: EventUncountedTaps): string {
  const { unknownArea, bothAreas, ...say } = texts.realtime;
  const area = areaName ?? unknownArea;
  const other = to && (to.areaName ?? unknownArea);
  if (kind === 'undo') {
    const text = reason === null ? say.undoesNotDelivered : say.undoesNotCounted;
    return text(taps, other === undefined ? area : bothAreas(area, other));
  }
  if (other !== undefined) {
    const text = reason === null ? say.transfersNotDelivered : say.transfersNotCounted;
    return text(taps, area, other);
  }
  return (reason === null ? say.notDeliveredTo : say.notCounted)(taps, area);
}

function UncountedNotice({ uncounted, shownEvent, onDismiss }: UncountedNoticeProps) {
  const { eventId, reason, code } = uncounted;
  const eventName = use(EventNamesContext)(eventId);
  return (
    <LastingNotice title={titleOf(uncounted)} onDismiss={onDismiss}>
      {reason !== null && <p>{translate({ text: reason, code })}</p>}
      {eventName !== undefined && eventName !== shownEvent && <p>{texts.realtime.ofEvent(eventName)}</p>}
    </LastingNotice>
  );
}

interface LastingNoticeProps {
  title: string;
  /** Closes the notice. Undefined for a notice that stays as long as it is true. */
  onDismiss?: () => void;
  children: ReactNode;
}

function LastingNotice({ title, onDismiss, children }: LastingNoticeProps) {
  return (
    <div className="flex items-start gap-2 rounded-field bg-bad-soft py-1 pr-1 pl-4 text-bad shadow-lift group-data-line/notices:py-0">
      <div role="alert" className="grow py-2 text-[0.9375rem] leading-snug group-data-line/notices:py-1.5">
        <p className="font-semibold group-data-line/notices:line-clamp-2 group-data-line/notices:text-sm group-data-line/notices:leading-4">
          {title}
        </p>
        <div className="group-data-line/notices:sr-only">{children}</div>
      </div>
      {onDismiss && (
        <IconButton label={texts.common.close} onClick={onDismiss}>
          <X aria-hidden size={18} />
        </IconButton>
      )}
    </div>
  );
}
