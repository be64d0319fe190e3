import { isCountingAllowed, type SubscriptionStatus } from '../../../../src/shared/rules/subscription';
import { type AreaAdmin, AreaList } from '../../features/areas/area-list';
import { reloadPatiently } from '../../lib/patient-reload';
import { texts } from '../../lib/app-texts';
import { connectionState } from '../../realtime/connection-state';
import type { EndReason } from '../../realtime/snapshot';
import type { Room } from '../../realtime/hooks';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { LockedLine } from './locked-line';

const endText = (reason: EndReason): string =>
  ({
    reload_needed: texts.realtime.reloadNeeded,
    replaced: texts.realtime.replaced,
    refused: texts.realtime.refused,
  })[reason];

export interface CountingAreasProps {
  room: Room;
  status: SubscriptionStatus | null;
  /** Another value mounts the cards afresh. */
  listKey?: number | undefined;
  admin?: AreaAdmin;
}

/** The areas of a room, live. What the room says about the lock is newer than what the session said. */
export function CountingAreas({ room, status, listKey, admin }: CountingAreasProps) {
  const { areas, loadFailed, countingAllowed, ended } = room.snapshot;
  const isAccountLocked = !(countingAllowed ?? isCountingAllowed(status));
  const { live, numbersFrom } = connectionState(room.snapshot, 0);
  return (
    <>
      {ended && (
        <div className="mb-4 grid gap-3">
          <Notice tone="bad">{endText(ended)}</Notice>
          <Button onClick={ended === 'reload_needed' ? reloadPatiently : () => location.reload()}>
            {texts.common.reload}
          </Button>
        </div>
      )}
      <LockedLine locked={isAccountLocked && ended === null} />
      <AreaList
        areas={areas}
        listKey={listKey}
        loadFailed={loadFailed}
        locked={isAccountLocked || ended !== null}
        live={live}
        numbersFrom={numbersFrom}
        onTap={room.tap}
        onRetry={() => void room.refresh()}
        admin={admin}
      />
    </>
  );
}
