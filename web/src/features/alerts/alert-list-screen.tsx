import { useMemo, useState } from 'react';
import { ALERT_NOTE_MAX_LENGTH } from '../../../../src/shared/schemas/limits';
import { checkNote } from '../../../../src/shared/rules/notes/check-note';
import { valid } from '../../../../src/shared/rules/checked';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { may } from '../../session/may';
import { useHubConnection } from '../../realtime/use-hub-connection';
import { dialogTexts } from '../../texts/dialog-texts';
import { formatCount } from '../../texts/format';
import { accountSettingsPath, EVENT_PARAM, paths } from '../../urls/paths';
import { useSearch } from '../../urls/search';
import { Button, buttonClass } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadFailed } from '../../ui/load-failed';
import { FieldDialog } from '../../ui/forms/field-dialog';
import { Disclosure } from '../../ui/overlays/disclosure';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { CardsSkeleton } from '../../ui/skeleton';
import { Spinner } from '../../ui/spinner';
import { useUndoable } from '../../ui/use-undoable';
import { useAlarm } from './use-alarm';
import { RoomStatus } from '../dashboard/connection-status';
import { HubStatus } from '../dashboard/hub-status';
import { DashboardLayout } from '../dashboard/dashboard-layout';
import { pageToolbar } from '../dashboard/page-toolbar';
import { failureText } from '../events/known/load-failure';
import { useEvents } from '../events/use-events';
import { useNow, useRooms } from '../overview/use-event-summaries';
import { useLiveEvents } from '../overview/use-live-events';
import { ListedAlertRow, sentenceOf } from './listed-alert-row';
import { alertListTexts } from '../../texts/alert-list-texts';
import { tellOfFailure } from './alerts-api';
import { type ShownAlert, thresholdOf, useListedAlerts } from './use-listed-alerts';

/** How many ended alerts are shown at first, and how many more with each step. */
const AT_ONCE = 50;

const listClass = 'grid grid-cols-[minmax(0,1fr)] gap-2';

/** The screen of /app/alerts: the alerts of all events, or of the one in the address. */
export function AlertListScreen({ user }: { user: User }) {
  const hub = useHubConnection();
  const [search] = useSearch();
  const { query, list, failure } = useEvents(user);
  const only = list.find(({ eventId }) => eventId === search.get(EVENT_PARAM));
  const events = useMemo(() => (only ? [only] : list), [only, list]);
  const title = only ? alertListTexts.titleOf(only.eventName) : alertListTexts.title;
  return (
    <DashboardLayout
      user={user}
      title={title}
      toolbar={only && pageToolbar(only, 'alerts')}
      status={hub === null && only ? <RoomStatus eventId={only.eventId} /> : <HubStatus connection={hub} />}
    >
      <div className="flex flex-wrap items-center justify-between gap-3 pt-5 sm:pt-6">
        <h1 className="min-w-0 text-[min(1.75rem,11vw)] leading-tight font-semibold tracking-tight">{title}</h1>
        <Link to={only ? paths.alertList : paths.overview} className={buttonClass('quiet', 'min-h-11 px-4 text-sm')}>
          {only ? alertListTexts.allEvents : alertListTexts.toOverview}
        </Link>
      </div>
      <p className="pt-1 pb-4 text-pretty text-muted">
        {alertListTexts.lead}{' '}
        {may(user, 'manage') && (
          <Link to={accountSettingsPath('recipients')} className="font-medium text-ink underline underline-offset-4">
            {alertListTexts.told}
          </Link>
        )}
      </p>
      {events.length > 0 ? (
        <AlertsOf key={only?.eventId} user={user} events={events} namesEvent={!only && list.length > 1} />
      ) : query.isPending ? (
        <CardsSkeleton />
      ) : failure ? (
        <LoadFailed text={failureText(failure)} onRetry={() => void query.refetch()} />
      ) : (
        <EmptyState text={dialogTexts.overview.none} />
      )}
    </DashboardLayout>
  );
}

interface AlertsOfProps {
  user: User;
  events: readonly Event[];
  namesEvent: boolean;
}

function AlertsOf({ user, events, namesEvent }: AlertsOfProps) {
  const eventIds = useMemo(() => events.map(({ eventId }) => eventId), [events]);
  const { live } = useLiveEvents(eventIds);
  const rooms = useRooms(eventIds, live);
  const now = useNow();
  const listed = useListedAlerts(events, rooms, now);
  const { alerts, waiting, isKnown, failed, hasOlder, readOlder, acknowledge, askAgain } = listed;
  const [count, setCount] = useState(AT_ONCE);
  const [noted, setNoted] = useState<ShownAlert | null>(null);
  const open = alerts.filter(({ isOpen }) => isOpen);
  const ended = alerts.filter(({ isOpen }) => !isOpen);
  const unseen = open.filter(({ acknowledgedAt }) => acknowledgedAt === null);
  useAlarm(unseen.map((alert) => ({ alertId: alert.alertId, threshold: thresholdOf(alert) })));

  function showMore() {
    setCount(count + AT_ONCE);
    if (ended.length <= count + AT_ONCE) readOlder();
  }

  const rowsOf = (some: readonly ShownAlert[]) =>
    some.map((alert) => (
      <ListedAlertRow
        key={`${alert.event.eventId} ${alert.alertId}`}
        user={user}
        alert={alert}
        now={now}
        namesEvent={namesEvent}
        onAcknowledge={acknowledge}
        onNote={setNoted}
        onSettled={askAgain}
      />
    ));

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {failed > 0 && <Notice tone="bad">{alertListTexts.missing(failed, formatCount(failed))}</Notice>}
      <Summary user={user} open={open} unseen={unseen} onAcknowledge={acknowledge} />
      {open.length > 0 && (
        <ul aria-label={alertListTexts.list} className={listClass}>
          {rowsOf(open)}
        </ul>
      )}
      {!isKnown && <Spinner label={alertListTexts.loading} />}
      {isKnown && failed === 0 && open.length + waiting === 0 && (
        <p className="text-muted">{ended.length === 0 ? alertListTexts.none : alertListTexts.noneOpen}</p>
      )}
      {waiting > 0 && <p className="text-muted">{alertListTexts.waiting(waiting, formatCount(waiting))}</p>}
      {(ended.length > 0 || hasOlder) && (
        <Disclosure summary={alertListTexts.endedList(`${formatCount(ended.length)}${hasOlder ? '+' : ''}`)}>
          {() => (
            <div className="grid gap-3">
              <ul aria-label={alertListTexts.endedList(formatCount(ended.length))} className={listClass}>
                {rowsOf(ended.slice(0, count))}
              </ul>
              {(ended.length > count || hasOlder) && (
                <Button variant="quiet" onClick={showMore} className="justify-self-center">
                  {alertListTexts.more}
                </Button>
              )}
            </div>
          )}
        </Disclosure>
      )}
      {noted && (
        <FieldDialog
          title={alertListTexts.note}
          description={`${noted.event.eventName}: ${sentenceOf(noted)}. ${noted.type === 'machine' ? alertListTexts.machineNoteLead : alertListTexts.noteLead}`}
          field={{ label: alertListTexts.note, maxLength: ALERT_NOTE_MAX_LENGTH }}
          initial={noted.note ?? ''}
          submitText={alertListTexts.saveNote}
          busyText={alertListTexts.savingNote}
          check={(text) => {
            const checked = checkNote(text, ALERT_NOTE_MAX_LENGTH);
            return checked.ok ? valid(checked.value ?? '') : checked;
          }}
          onSave={(note) => acknowledge(noted, note)}
          failed={alertListTexts.noteFailed}
          onClose={() => setNoted(null)}
        />
      )}
    </div>
  );
}

interface SummaryProps {
  user: User;
  open: readonly ShownAlert[];
  unseen: readonly ShownAlert[];
  onAcknowledge: (alert: ShownAlert) => Promise<void>;
}

/** Says how many alerts about crowds are open and how many about machines, and acknowledges all of them with one press, which can be undone for ten seconds. */
function Summary({ user, open, unseen, onAcknowledge }: SummaryProps) {
  const { busy, secondsLeft, press } = useUndoable();
  if (open.length === 0) return null;
  const own = unseen.filter(({ event }) => may(user, 'count', event.eventId));
  const acknowledgeAll = () => tellOfFailure(own.map((alert) => onAcknowledge(alert)));

  const machines = open.filter((alert) => alert.type === 'machine');
  const crowds = open.length - machines.length;
  const areSilent = machines.every(({ trouble }) => trouble.kind === 'silent');
  const aboutMachines = areSilent ? alertListTexts.silentMachines : alertListTexts.machines;
  const counts = [
    crowds > 0 && alertListTexts.open(crowds, formatCount(crowds)),
    machines.length > 0 && aboutMachines(machines.length, formatCount(machines.length)),
  ].filter((part) => part !== false);
  const words = [
    counts.join(' · '),
    ...(unseen.length > 0 ? [alertListTexts.unseen(unseen.length, formatCount(unseen.length))] : []),
  ];
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
      <p role="status" className="font-semibold">
        {words.join(', ')}
      </p>
      {(own.length > 1 || secondsLeft !== null) && (
        <Button busy={busy} onClick={(event) => press(event, acknowledgeAll)}>
          {secondsLeft === null ? dialogTexts.alert.acknowledgeAll : dialogTexts.alert.undoAll(secondsLeft)}
        </Button>
      )}
    </div>
  );
}
