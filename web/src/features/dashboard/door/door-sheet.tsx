import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { SubscriptionStatus } from '../../../../../src/shared/rules/subscription';
import { venueSettingsOf } from '../../../../../src/shared/rules/venue-capacity';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Alert } from '../../../../../src/shared/schemas/alert';
import type { Event } from '../../../../../src/shared/schemas/event';
import { SubscriptionBadge } from '../../account/subscription-badge';
import { SeenAlerts } from '../../alerts/seen-alerts';
import { deductionOf } from '../../counting/areas/venue-total';
import { AccessCode } from '../../events/access-code';
import type { EventMenuProps } from '../../events/event-menu';
import { useEventActions } from '../../events/use-event-actions';
import { texts } from '../../../texts/app-texts';
import { doorAreaIn, useDevice } from '../../../device/device';
import { paths } from '../../../urls/paths';
import { useSubscriptionStatus } from '../../../realtime/hooks';
import { Dialog } from '../../../ui/overlays/dialog';
import type { Icon } from '../../../ui/icon';
import { DoorOpen, LayoutGrid, LogOut, Settings } from '../../../ui/icons/counting';
import { Link } from '../../../ui/link';
import { Preferences } from '../../../ui/preferences/preferences';
import { useLogOut } from './log-out-button';
import { useOpenSettings } from '../settings';

export interface DoorSheetProps {
  event: Event;
  areas: readonly Area[];
  alerts: readonly Alert[];
  status: SubscriptionStatus | null;
  onClose: () => void;
  onShare: () => void;
  onDevice: () => void;
  /** Opens a dialog of the event. Only admins have it. */
  onChoose: EventMenuProps['onChoose'] | undefined;
  /** Opens the dialog for a new area. Undefined if the screen itself has a button for it. */
  onAddArea: (() => void) | undefined;
}

/** The sheet with the parts of an event's screen that do not fit beside a door's pads. */
export function DoorSheet(props: DoorSheetProps) {
  const { event, areas, alerts, status, onClose, onShare, onDevice, onChoose, onAddArea } = props;
  const device = useDevice();
  const { deviceName, direction } = device;
  const doorAreaId = doorAreaIn(device, event.eventId);
  const doorArea = areas.find(({ areaId }) => areaId === doorAreaId);
  const openSettings = useOpenSettings();
  const { askToLogOut, question } = useLogOut();
  const shownStatus = useSubscriptionStatus(event.eventId, status);
  const deduction = deductionOf(venueSettingsOf(event));

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
      {(shownStatus === 'trialing' || deduction !== null) && (
        <div className="mb-2 flex flex-wrap items-center gap-2 text-sm text-muted">
          {shownStatus === 'trialing' && <SubscriptionBadge status={shownStatus} onOpenSettings={openSettings} />}
          {deduction}
        </div>
      )}
      <SeenAlerts alerts={alerts} areas={areas} />
      <div className="flex flex-wrap items-center text-muted">
        <AccessCode accessCode={event.accessCode} onShare={() => leaveFor(onShare)} />
      </div>
      <ul className="-mx-3 mt-1">
        <Row Icon={DoorOpen} onClick={() => leaveFor(onDevice)}>
          {texts.device.title}{' '}
          <span className="ms-auto min-w-0 truncate text-sm font-normal text-muted">
            {[deviceName, doorArea?.areaName, direction === 'both' ? null : texts.device.direction[direction]]
              .filter((part) => typeof part === 'string')
              .join(' · ')}
          </span>
        </Row>
        {onAddArea && <Row onClick={() => leaveFor(onAddArea)}>{texts.areas.addNew}</Row>}
        {onChoose && <EventRows eventId={event.eventId} onChoose={onChoose} leaveFor={leaveFor} />}
        {openSettings && (
          <>
            <li>
              <Link to={paths.overview} className={rowClass}>
                <LayoutGrid aria-hidden size={20} className="shrink-0" />
                {texts.header.overview}
              </Link>
            </li>
            <Row Icon={Settings} onClick={() => leaveFor(openSettings)}>
              {texts.header.settings}
            </Row>
          </>
        )}
        <Row Icon={LogOut} onClick={askToLogOut}>
          {texts.header.logOut}
        </Row>
      </ul>
      <Preferences className="mt-3 justify-center" />
      {question}
    </Dialog>
  );
}

function EventRows({ leaveFor, ...menu }: EventMenuProps & { leaveFor: (next: () => void) => void }) {
  return useEventActions(menu).map(({ action, Icon: ActionIcon, text, run }) => (
    <Row key={action} Icon={ActionIcon} danger={action === 'delete'} onClick={() => leaveFor(run)}>
      {text}
    </Row>
  ));
}

const rowClass =
  'touch-pad flex min-h-12 w-full items-center gap-3 rounded-field px-3 text-start font-medium transition-colors hover:bg-sunken active:bg-sunken-strong';

interface RowProps {
  Icon?: Icon;
  /** Whether the action deletes something permanently. */
  danger?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Row = ({ Icon: RowIcon, danger = false, onClick, children }: RowProps) => (
  <li>
    <button type="button" onClick={onClick} className={clsx(rowClass, danger && 'text-bad')}>
      {RowIcon ? <RowIcon aria-hidden size={20} className="shrink-0" /> : <span className="w-5" />}
      {children}
    </button>
  </li>
);
