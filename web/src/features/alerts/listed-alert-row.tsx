import { clsx } from 'clsx';
import { useState } from 'react';
import { countsNobody, type MachineTrouble } from '../../../../src/shared/machines/trouble';
import { formatCount, formatPercent, formatRecent } from '../../texts/format';
import { texts } from '../../texts/app-texts';
import { machineSentence } from '../../texts/machine-trouble';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { BellRing } from '../../ui/icons/alerts';
import { Check } from '../../ui/icons/checks';
import { WifiOff } from '../../ui/icons/connection';
import { TriangleAlert } from '../../ui/icons/counting';
import { dialogTexts } from '../../texts/dialog-texts';
import { AlertIcon } from './alert-icon';
import { tellOfFailure } from './alerts-api';
import { levelsText } from './rises';
import { SettleDoubt } from '../counting/dialogs/settle-doubt';
import { formatAgo } from '../devices/format-ago';
import { alertListWords } from './alert-list-words';
import type { ShownAlert } from './use-listed-alerts';

/** The place of an alert and its threshold in words, or the machine and what is wrong with it. */
export function sentenceOf(alert: ShownAlert): string {
  if (alert.type === 'machine') return machineSentence(alert.sourceName, alert.trouble);
  const say = alert.levels.length > 1 ? alertListWords.rose : alertListWords.reached;
  return say(alert.areaName ?? texts.venueTotal.label, formatPercent(alert.threshold));
}

/** How many people there were and since when; of a machine, where it stands and since when. */
function factsOf(alert: ShownAlert, now: number): string[] {
  const since = alert.type === 'machine' && countsNobody(alert.trouble) ? alert.lastHeardAt : alert.raisedAt;
  const [time, ago] = [formatRecent(Date.parse(since)), formatAgo(since, now)];
  if (alert.type === 'crowd') {
    const { levels, occupancy, capacity } = alert;
    const people = alertListWords.people(formatCount(occupancy), formatCount(capacity));
    return [...(levels.length > 1 ? [levelsText(levels)] : []), people, alertListWords.raised(time, ago)];
  }
  const isSilent = alert.trouble.kind === 'silent';
  const when = isSilent ? alertListWords.lastHeard(time, ago) : alertListWords.since(time, ago);
  return alert.areaName === null ? [when] : [alert.areaName, when];
}

function MachineIcon({ trouble }: { trouble: MachineTrouble }) {
  const Icon = trouble.kind === 'silent' ? WifiOff : TriangleAlert;
  return <Icon aria-hidden size={20} className="shrink-0" />;
}

/** Says who acknowledged it, or that nobody did; null if there was no time for that. */
function seenText({ acknowledgedAt, acknowledgedBy, isOpen, isMissed }: ShownAlert): string | null {
  if (acknowledgedAt === null)
    return isOpen ? alertListWords.notAcknowledged : isMissed ? alertListWords.endedUnseen : null;
  const time = formatRecent(Date.parse(acknowledgedAt));
  return acknowledgedBy === null ? alertListWords.seen(time) : alertListWords.seenBy(acknowledgedBy, time);
}

export interface ListedAlertRowProps {
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
export function ListedAlertRow({ alert, now, namesEvent, onAcknowledge, onNote, onSettled }: ListedAlertRowProps) {
  const { alertId, event, acknowledgedAt, isOpen, endedAt, note, lowerNotes } = alert;
  const [busy, setBusy] = useState(false);
  const isUnseen = isOpen && acknowledgedAt === null;
  const SeenIcon = isUnseen ? BellRing : Check;
  const seen = seenText(alert);

  async function acknowledge() {
    setBusy(true);
    await tellOfFailure([onAcknowledge(alert)]);
    setBusy(false);
  }

  return (
    <li
      className={clsx(
        'grid gap-2 rounded-card p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-x-6',
        isOpen ? 'bg-surface shadow-lift' : 'bg-sunken text-muted',
      )}
    >
      <div className="grid min-w-0 gap-1.5" id={alertId}>
        <p className="flex items-start gap-2 font-semibold">
          <span className={clsx('mt-0.5', isUnseen && 'text-bad')}>
            {alert.type === 'machine' ? (
              <MachineIcon trouble={alert.trouble} />
            ) : (
              <AlertIcon threshold={alert.threshold} size={20} />
            )}
          </span>
          <span className="min-w-0 wrap-anywhere">
            {sentenceOf(alert)}
            {namesEvent && <span className="block text-sm font-normal text-muted">{event.eventName}</span>}
          </span>
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm tabular-nums">
          {factsOf(alert, now).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          {!isOpen && (
            <span>{endedAt === null ? alertListWords.endedNow : alertListWords.ended(formatRecent(endedAt))}</span>
          )}
        </p>
        {seen !== null && (
          <p>
            <Badge
              tone={isUnseen ? 'bad' : 'neutral'}
              icon={(isUnseen || acknowledgedAt !== null) && <SeenIcon aria-hidden size={14} className="shrink-0" />}
              className="whitespace-normal!"
            >
              {seen}
            </Badge>
          </p>
        )}
        {[...lowerNotes, ...(note ? [note] : [])].map((text) => (
          <p key={text} className="border-s-2 border-line-strong ps-2.5 text-ink">
            <span className="sr-only">{alertListWords.note}: </span>
            {text}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap gap-2 sm:justify-end">
        <Button
          variant="quiet"
          aria-describedby={alertId}
          onClick={() => onNote(alert)}
          className="min-h-11! px-4! text-sm!"
        >
          {note ? alertListWords.changeNote : alertListWords.addNote}
        </Button>
        {isUnseen && (
          <Button
            busy={busy}
            aria-describedby={alertId}
            onClick={() => void acknowledge()}
            className="min-h-11! px-4! text-sm!"
          >
            {dialogTexts.alert.acknowledge}
          </Button>
        )}
      </div>
      {isOpen && alert.type === 'machine' && alert.trouble.kind === 'doubt' && (
        <div className="sm:col-span-2">
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
