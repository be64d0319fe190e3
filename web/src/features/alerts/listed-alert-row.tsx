import { clsx } from 'clsx';
import { countsNobody, type MachineTrouble } from '../../../../src/shared/machines/trouble';
import type { User } from '../../../../src/shared/schemas/user';
import { may } from '../../session/may';
import { formatCount, formatPercent, formatRecent } from '../../texts/format';
import { texts } from '../../texts/app-texts';
import { machineSentence } from '../../texts/machine-trouble';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { BellRing } from '../../ui/icons/alerts';
import { Check } from '../../ui/icons/checks';
import { PencilLine } from '../../ui/icons/menus';
import { WifiOff } from '../../ui/icons/connection';
import { TriangleAlert } from '../../ui/icons/counting';
import { useUndoable } from '../../ui/use-undoable';
import { dialogTexts } from '../../texts/dialog-texts';
import { AlertIcon } from './alert-icon';
import { tellOfFailure } from './alerts-api';
import { levelsText } from './rises';
import { SettleDoubt } from '../counting/dialogs/settle-doubt';
import { formatAgo } from '../devices/format-ago';
import { alertListTexts } from '../../texts/alert-list-texts';
import type { ShownAlert } from './use-listed-alerts';

/** The place of an alert and its threshold in words, or the machine and what is wrong with it. */
export function sentenceOf(alert: ShownAlert): string {
  if (alert.type === 'machine') return machineSentence(alert.sourceName, alert.trouble);
  const say = alert.levels.length > 1 ? alertListTexts.rose : alertListTexts.reached;
  return say(alert.areaName ?? texts.venueTotal.label, formatPercent(alert.threshold));
}

/** How many people there were and since when; of a machine, where it stands and since when. */
function factsOf(alert: ShownAlert, now: number): string[] {
  const since = alert.type === 'machine' && countsNobody(alert.trouble) ? alert.lastHeardAt : alert.raisedAt;
  const [time, ago] = [formatRecent(Date.parse(since)), formatAgo(since, now)];
  if (alert.type === 'crowd') {
    const { levels, occupancyNow, occupancy, capacity } = alert;
    const say = occupancyNow === null ? alertListTexts.people : alertListTexts.peopleNow;
    const people = say(formatCount(occupancyNow ?? occupancy), formatCount(capacity));
    return [...(levels.length > 1 ? [levelsText(levels)] : []), people, alertListTexts.raised(time, ago)];
  }
  const isSilent = alert.trouble.kind === 'silent';
  const when = isSilent ? alertListTexts.lastHeard(time, ago) : alertListTexts.since(time, ago);
  return alert.areaName === null ? [when] : [alert.areaName, when];
}

function MachineIcon({ trouble }: { trouble: MachineTrouble }) {
  const Icon = trouble.kind === 'silent' ? WifiOff : TriangleAlert;
  return <Icon size={20} className="shrink-0" />;
}

/** Says who acknowledged it, or that nobody did; null if there was no time for that. */
function seenText({ acknowledgedAt, acknowledgedBy, isOpen, isMissed }: ShownAlert): string | null {
  if (acknowledgedAt === null)
    return isOpen ? alertListTexts.notAcknowledged : isMissed ? alertListTexts.endedUnseen : null;
  const time = formatRecent(Date.parse(acknowledgedAt));
  return acknowledgedBy === null ? alertListTexts.seen(time) : alertListTexts.seenBy(acknowledgedBy, time);
}

export interface ListedAlertRowProps {
  user: User;
  alert: ShownAlert;
  /** Epoch ms. */
  now: number;
  /** Whether the list has several events. */
  namesEvent: boolean;
  onAcknowledge: (alert: ShownAlert) => Promise<void>;
  onNote: (alert: ShownAlert) => void;
  /** Called when somebody has said whether people who may be missing were counted. */
  onSettled: (eventId: string) => Promise<void>;
}

/** One alert of the list: where, how many people or which machine, since when, who acknowledged it, and what was done. */
export function ListedAlertRow({
  user,
  alert,
  now,
  namesEvent,
  onAcknowledge,
  onNote,
  onSettled,
}: ListedAlertRowProps) {
  const { alertId, event, acknowledgedAt, isOpen, endedAt, note, lowerNotes } = alert;
  const { busy, run } = useUndoable();
  const isUnseen = isOpen && acknowledgedAt === null;
  const mayAnswer = may(user, 'count', event.eventId);
  const SeenIcon = isUnseen ? BellRing : Check;
  const seen = seenText(alert);

  return (
    <li
      className={clsx(
        'grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 rounded-card px-4 py-1.5',
        isOpen ? 'bg-surface shadow-lift' : 'bg-sunken text-muted',
      )}
    >
      <div className={clsx('grid min-w-0 gap-y-0.5', isUnseen && 'max-sm:col-span-2')} id={alertId}>
        <div className="flex flex-wrap items-center gap-x-4">
          <p className="flex items-center gap-2 font-semibold">
            <span className={clsx(isUnseen && 'text-bad')}>
              {alert.type === 'machine' ? (
                <MachineIcon trouble={alert.trouble} />
              ) : (
                <AlertIcon threshold={alert.threshold} size={20} />
              )}
            </span>
            <span className="min-w-0 leading-tight wrap-anywhere">
              {sentenceOf(alert)}
              {namesEvent && <span className="block text-sm font-normal text-muted">{event.eventName}</span>}
            </span>
          </p>
          <p className="flex flex-wrap gap-x-3 text-sm tabular-nums">
            {factsOf(alert, now).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
            {!isOpen && (
              <span>{endedAt === null ? alertListTexts.endedNow : alertListTexts.ended(formatRecent(endedAt))}</span>
            )}
          </p>
          {seen !== null && (
            <Badge
              tone={isUnseen ? 'bad' : 'neutral'}
              icon={(isUnseen || acknowledgedAt !== null) && <SeenIcon size={14} className="shrink-0" />}
              // On a phone the button says the same.
              className={clsx('whitespace-normal!', isUnseen && mayAnswer && 'max-sm:hidden')}
            >
              {seen}
            </Badge>
          )}
        </div>
        {[...lowerNotes, ...(note ? [note] : [])].map((text) => (
          <p key={text} className="border-s-2 border-line-strong ps-2.5 text-sm text-ink">
            <span className="sr-only">{alertListTexts.note}: </span>
            {text}
          </p>
        ))}
      </div>
      {mayAnswer && (
        <div className={clsx('flex justify-end gap-2', isUnseen && 'max-sm:col-span-2')}>
          <Button
            variant="quiet"
            aria-describedby={alertId}
            onClick={() => onNote(alert)}
            className="min-h-11! min-w-11 px-2! text-sm! sm:px-4!"
          >
            <PencilLine size={18} className="sm:hidden" />
            <span className="sr-only sm:not-sr-only">{note ? alertListTexts.changeNote : alertListTexts.addNote}</span>
          </Button>
          {isUnseen && (
            <Button
              busy={busy}
              aria-describedby={alertId}
              onClick={() => void run(() => tellOfFailure([onAcknowledge(alert)]))}
              className="min-h-11! px-4! text-sm!"
            >
              {dialogTexts.alert.acknowledge}
            </Button>
          )}
        </div>
      )}
      {may(user, 'control', event.eventId) && isOpen && alert.type === 'machine' && alert.trouble.kind === 'doubt' && (
        <div className="col-span-2 py-2">
          <SettleDoubt
            eventId={event.eventId}
            sourceId={alert.sourceId}
            people={alert.trouble.people}
            describedBy={alertId}
            onSettled={() => onSettled(event.eventId)}
          />
        </div>
      )}
    </li>
  );
}
