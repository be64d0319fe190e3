import { useEffect, useState } from 'react';
import { doorAreaIn, readDevice, takeDoor, useDevice, type DeviceSettings } from '../../device/device';
import type { Door } from '../../device/door/door-link';
import { doorSummary } from '../../device/door/door-summary';
import { dialogTexts } from '../../texts/dialog-texts';
import { useRealtime, useRoom, useUnsentTaps } from '../../realtime/hooks';
import { countWaitingTaps } from '../../realtime/outbox/waiting-taps';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/overlays/dialog';
import { DialogActions } from '../../ui/overlays/dialog-actions';

export interface DoorOfferProps {
  /** The door in the link; null for a link without a door. */
  door: Door | null;
  eventId: string;
  onClose: () => void;
}

/**
 * Sets this device up for the door in the link. It asks first if another door was set up on this device, or if the
 * device has unsent taps, because the link may have been meant for another phone.
 */
export function DoorOffer({ door, eventId, onClose }: DoorOfferProps) {
  const realtime = useRealtime();
  const [asking, setAsking] = useState<Door | null>(null);

  useEffect(() => {
    let left = false;
    async function settle(offered: Door) {
      const asks =
        replacesDoor(offered, readDevice(), eventId) || realtime.unsentTaps > 0 || (await countWaitingTaps()) > 0;
      if (left) return;
      if (asks) return setAsking(offered);
      takeDoor(offered, eventId);
      onClose();
    }
    if (door === null || isAtDoor(door, readDevice(), eventId)) onClose();
    else if (!asking) void settle(door);
    return () => {
      left = true;
    };
  }, [door, eventId, asking, realtime, onClose]);

  return asking && <DoorQuestion door={asking} eventId={eventId} onClose={onClose} />;
}

interface DoorQuestionProps extends DoorOfferProps {
  door: Door;
}

function DoorQuestion({ door, eventId, onClose }: DoorQuestionProps) {
  const device = useDevice();
  const { areas } = useRoom(eventId).snapshot;
  const { taps } = useUnsentTaps();
  const nameOf = (areaId: string | null) => areas?.find((area) => area.areaId === areaId)?.areaName ?? null;
  const present = { ...device, areaId: doorAreaIn(device, eventId) };

  function change() {
    takeDoor(door, eventId);
    onClose();
  }

  return (
    <Dialog
      onClose={onClose}
      title={dialogTexts.offer.door(door.deviceName)}
      description={dialogTexts.offer.doors(
        doorSummary({ ...present, areaName: nameOf(present.areaId) }),
        doorSummary({ ...door, areaName: nameOf(door.areaId) ?? door.areaName }),
      )}
    >
      <output className="block text-[0.9375rem] font-medium text-warn">
        {taps > 0 && dialogTexts.offer.unsentStay(taps)}
      </output>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} data-first-focus>
          {dialogTexts.offer.keepDoor}
        </Button>
        <Button onClick={change}>{dialogTexts.offer.changeDoor}</Button>
      </DialogActions>
    </Dialog>
  );
}

const isSame = <Of,>(wanted: Of | null, present: Of | null): boolean => wanted === null || wanted === present;

/** Whether this device already has the settings of the door. */
const isAtDoor = (door: Door, device: DeviceSettings, eventId: string): boolean =>
  doorAreaIn(device, eventId) === door.areaId &&
  isSame(door.direction, device.direction) &&
  isSame(door.deviceName, device.deviceName) &&
  isSame(door.hand, device.hand);
/** Whether the door would replace settings that somebody made on this device. */
const replacesDoor = (door: Door, device: DeviceSettings, eventId: string): boolean =>
  ![null, door.areaId].includes(doorAreaIn(device, eventId)) ||
  (device.direction !== 'both' && !isSame(door.direction, device.direction)) ||
  (device.deviceName !== null && !isSame(door.deviceName, device.deviceName));
