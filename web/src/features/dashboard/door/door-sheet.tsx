import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SubscriptionStatus } from '../../../../../src/shared/rules/subscription';
import { venueSettingsOf } from '../../../../../src/shared/rules/venue-capacity';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Alert } from '../../../../../src/shared/schemas/alert';
import type { Event } from '../../../../../src/shared/schemas/event';
import { SubscriptionBadge } from '../../account/subscription-badge';
import { useOpenAlerts } from '../../alerts/open-alerts';
import { SeenAlerts } from '../../alerts/seen-alerts';
import { mayEvacuate } from '../../counting/areas/may-evacuate';
import { deductionOf } from '../../counting/areas/venue-total';
import { CodeWithCopy } from '../../events/access-code';
import type { EventMenuProps } from '../../events/event-menu';
import { useEventActions } from '../../events/use-event-actions';
import { texts } from '../../../texts/app-texts';
import { doorAreaIn, useDevice } from '../../../device/device';
import { dialogTexts } from '../../../texts/dialog-texts';
import { formatCount } from '../../../texts/format';
import { paths } from '../../../urls/paths';
import { useSubscriptionStatus } from '../../../realtime/hooks';
import { useMay } from '../../../session/may';
import { useSession } from '../../../session/session';
import { Dialog } from '../../../ui/overlays/dialog';
import type { Icon } from '../../../ui/icon';
import { Button } from '../../../ui/button';
import { OctagonAlert } from '../../../ui/icons/alerts';
import { QrCode } from '../../../ui/icons/codes';
import { CircleUserRound, DoorOpen, LayoutGrid, LogOut, Search } from '../../../ui/icons/counting';
import { Link } from '../../../ui/link';
import { Preferences } from '../../../ui/preferences/preferences';
import { useLogOut } from './log-out-button';
import { useCommands } from '../commands';
import { EVENT_PAGE_ICONS } from '../event-page-icons';
import { eventPagesOf } from '../event-pages';
import { useOpenSettings } from '../settings';

export interface DoorSheetProps {
  event: Event;
  /** Null while they are not known. */
  areas: readonly Area[] | null;
  alerts: readonly Alert[];
  /** Whether an evacuation or drill runs. */
  isEvacuating: boolean;
  status: SubscriptionStatus | null;
  onClose: () => void;
  onShare: () => void;
  onDevice: () => void;
  /** Opens a dialog of the event. Only admins have it. */
  onChoose: EventMenuProps['onChoose'] | undefined;
  /** Opens the dialog for a new area. Only admins have it. */
  onAddArea: (() => void) | undefined;
}

/**
 * The sheet with the parts of an event's screen that do not fit beside a door's pads. Each row has its place whatever is
 * known, because a thumb finds it by that.
 */
export function DoorSheet(props: DoorSheetProps) {
  const { event, areas, alerts, isEvacuating, status, onClose, onShare, onDevice, onChoose, onAddArea } = props;
  const device = useDevice();
  const { deviceName, direction } = device;
  const doorAreaId = doorAreaIn(device, event.eventId);
  const doorArea = areas?.find(({ areaId }) => areaId === doorAreaId);
  const mayCount = useMay('count', event.eventId);
  const mayControl = useMay('control', event.eventId);
  const openSettings = useOpenSettings();
  const commands = useCommands();
  const { askToLogOut, question } = useLogOut();
  const shownStatus = useSubscriptionStatus(event.eventId, status);
  // What stands above the rows keeps the place that it had when the sheet opened, so that it moves none of them.
  const [head] = useState({ status: shownStatus, deduction: deductionOf(venueSettingsOf(event)), alerts });
  const canEvacuate = isEvacuating || mayEvacuate(areas);

  /**
   * Closes this sheet before the next dialog opens. The next dialog returns the focus to the element that had it
   * before, so the button that opened this sheet must have the focus by then.
   */
  function leaveFor(next: () => void) {
    flushSync(onClose);
    setTimeout(next);
  }

  return (
    <Dialog onClose={onClose} title={event.eventName}>
      {(head.status === 'trialing' || head.deduction !== null) && (
        <div className="mb-1 flex flex-wrap items-center gap-2 text-sm text-muted">
          {head.status === 'trialing' && <SubscriptionBadge status={head.status} onOpenSettings={openSettings} />}
          {head.deduction}
        </div>
      )}
      <SeenAlerts alerts={head.alerts} holding={alerts} areas={areas ?? []} />
      {event.accessCode !== '' && (
        <div className="flex flex-wrap items-center text-muted">
          <CodeWithCopy accessCode={event.accessCode} />
        </div>
      )}
      {mayCount && (
        <div className="mt-1 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
          <Button variant="quiet" onClick={() => leaveFor(onShare)} className="min-h-14 px-3">
            <QrCode size={20} className="shrink-0" />
            {texts.event.share}
          </Button>
          <Button variant="quiet" onClick={() => leaveFor(onDevice)} className="min-h-14 px-3 leading-tight">
            <DoorOpen size={20} className="shrink-0" />
            <span className="min-w-0 text-start">
              {texts.device.title}{' '}
              <span className="block truncate text-xs font-normal text-muted empty:hidden">
                {[deviceName, doorArea?.areaName, direction === 'both' ? null : texts.device.direction[direction]]
                  .filter((part) => typeof part === 'string')
                  .join(' · ')}
              </span>
            </span>
          </Button>
        </div>
      )}
      {onChoose && (
        <ul className={clsx(listClass, 'mt-2')}>
          <PageRows eventId={event.eventId} />
          {mayControl && (
            <Row
              danger
              disabled={!canEvacuate}
              Icon={OctagonAlert}
              onClick={() => leaveFor(() => onChoose('evacuation'))}
            >
              <span>
                {dialogTexts.eventDialogs.evacuation}{' '}
                {!canEvacuate && <span className="block text-xs font-normal">{dialogTexts.evacuation.notYet}</span>}
              </span>
            </Row>
          )}
          <EventRows eventId={event.eventId} onChoose={onChoose} leaveFor={leaveFor} />
          {onAddArea && <Row onClick={() => leaveFor(onAddArea)}>{texts.areas.addNew}</Row>}
        </ul>
      )}
      <ul className={clsx(listClass, 'mt-1 border-t border-line pt-1')}>
        {openSettings && (
          <>
            <PageRow Icon={LayoutGrid} to={paths.overview} text={texts.header.overview} />
            <Row Icon={CircleUserRound} onClick={() => leaveFor(openSettings)}>
              {texts.header.settings}
            </Row>
          </>
        )}
        {commands && (
          <Row Icon={Search} onClick={() => leaveFor(commands.open)}>
            {texts.header.search}
          </Row>
        )}
        <Row Icon={LogOut} onClick={askToLogOut}>
          {texts.header.logOut}
        </Row>
      </ul>
      <Preferences className="mt-1" />
      {question}
    </Dialog>
  );
}

/** The actions of the event's menu. Its settings are among the pages. */
function EventRows({ leaveFor, ...menu }: EventMenuProps & { leaveFor: (next: () => void) => void }) {
  const actions = useEventActions(menu).filter(({ action }) => action !== 'settings');
  return actions.map(({ action, Icon: ActionIcon, text, run }) => (
    <Row key={action} Icon={ActionIcon} danger={action === 'delete'} onClick={() => leaveFor(run)}>
      {text}
    </Row>
  ));
}

const listClass = '-mx-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-x-2';

const rowClass =
  'touch-pad flex min-h-12 w-full items-center gap-2.5 rounded-field px-3 text-start max-[23rem]:gap-2 max-[23rem]:px-1 leading-tight font-medium transition-colors hover:bg-sunken active:bg-sunken-strong';

interface PageRowProps {
  Icon: Icon;
  to: string;
  text: string;
  /** How many open things the page has. */
  count?: number;
}

/** A page of the event, or of all events. */
const PageRow = ({ Icon: RowIcon, to, text, count = 0 }: PageRowProps) => (
  <li>
    <Link to={to} className={rowClass}>
      <RowIcon size={20} className="shrink-0" />
      <span className="min-w-0 wrap-break-word">{text}</span>
      {count > 0 && (
        <span className="rounded-full bg-bad-soft px-1.5 text-sm text-bad tabular-nums">{formatCount(count)}</span>
      )}
    </Link>
  </li>
);

/** The pages of the event beside this one, and how many alerts are open. */
function PageRows({ eventId }: { eventId: string }) {
  const { user } = useSession();
  const open = useOpenAlerts(eventId, false);
  return (user ? eventPagesOf(user, eventId) : []).map(
    ({ page, name, to }) =>
      page !== 'count' && (
        <PageRow key={page} Icon={EVENT_PAGE_ICONS[page]} to={to} text={name} count={page === 'alerts' ? open : 0} />
      ),
  );
}

interface RowProps {
  Icon?: Icon;
  /** Whether the action is red: it deletes something permanently, or clears the house. */
  danger?: boolean;
  /** Whether a press does nothing. The row can be reached all the same, because it says why. */
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Row = ({ Icon: RowIcon, danger = false, disabled = false, onClick, children }: RowProps) => (
  <li>
    <button
      type="button"
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className={clsx(rowClass, disabled ? 'text-muted' : danger && 'text-bad')}
    >
      {RowIcon ? <RowIcon size={20} className="shrink-0" /> : <span className="w-5" />}
      {children}
    </button>
  </li>
);
