import { useQuery } from '@tanstack/react-query';
import { formatAgo } from './format-ago';
import { clsx } from 'clsx';
import type { Event } from '../../../../src/shared/schemas/event';
import type { Device } from '../../../../src/shared/schemas/device';
import { dialogTexts } from '../../texts/dialog-texts';
import { readDevice } from '../../device/device';
import { formatCount, formatRecent } from '../../texts/format';
import { texts } from '../../texts/app-texts';
import { machineReason } from '../../texts/machine-trouble';
import { Badge } from '../../ui/badge';
import { Dialog } from '../../ui/overlays/dialog';
import { EmptyState } from '../../ui/empty-state';
import { Smartphone } from '../../ui/icons/menus';
import { TriangleAlert } from '../../ui/icons/counting';
import { Wifi, WifiOff } from '../../ui/icons/connection';
import { Notice } from '../../ui/notice';
import { Loaded } from '../../ui/loaded';
import { deviceLabel, inOrder, isMissed } from './device-list';
import { devicesQuery } from './devices-api';

const POLL_EVERY_MS = 5_000;

export interface DevicesDialogProps {
  event: Event;
  onClose: () => void;
}

/** Lists the event's devices. The list is updated while the dialog is open and the page is visible. */
export function DevicesDialog({ event, onClose }: DevicesDialogProps) {
  return (
    <Dialog wide onClose={onClose} title={dialogTexts.eventDialogs.devices} description={event.eventName}>
      <Devices eventId={event.eventId} />
    </Dialog>
  );
}

/** Lists the event's devices, as {@link DevicesDialog} does. */
export function Devices({ eventId }: { eventId: string }) {
  const query = useQuery({ ...devicesQuery(eventId), refetchInterval: POLL_EVERY_MS });
  const { error, dataUpdatedAt } = query;
  return (
    <Loaded query={query} failedText={dialogTexts.deviceList.loadFailed}>
      {(devices) => (
        <>
          {error && <Notice tone="bad">{dialogTexts.deviceList.outdated(formatRecent(dataUpdatedAt))}</Notice>}
          {devices.length === 0 ? (
            <EmptyState text={dialogTexts.deviceList.none} icon={<Smartphone size={28} />} />
          ) : (
            // Focusable, so that keys can scroll it.
            <ul
              aria-label={dialogTexts.eventDialogs.devices}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
              tabIndex={0}
              className="-mx-2 grid sm:max-h-[60dvh] sm:overflow-y-auto"
            >
              {inOrder(devices, dataUpdatedAt).map((device) => (
                <DeviceRow key={`${device.isAdmin} ${device.deviceId}`} device={device} now={dataUpdatedAt} />
              ))}
            </ul>
          )}
        </>
      )}
    </Loaded>
  );
}

function DeviceRow({ device, now }: { device: Device; now: number }) {
  const { deviceId, direction, isAdmin, ins, outs, lastTapAt, source } = device;
  const about = [
    ...(source === undefined ? [] : [dialogTexts.deviceList.kinds[source.kind], ...doorOf(device)]),
    texts.device.direction[direction],
    ...(isAdmin ? [dialogTexts.deviceList.admin] : []),
    ...(isAdmin && deviceId === readDevice().deviceId ? [dialogTexts.deviceList.own] : []),
  ];
  return (
    <li className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,4.5rem),1fr))] items-center gap-x-4 gap-y-2 border-t border-line px-2 py-3 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_4.5rem_4.5rem_8rem_minmax(11rem,max-content)]">
      <div className="col-span-full flex flex-wrap items-start justify-between gap-x-3 gap-y-1 sm:contents">
        <div className="min-w-0 flex-1 basis-28">
          <p className={clsx('font-semibold wrap-anywhere', device.deviceName === null && 'text-muted')}>
            {deviceLabel(device)}
          </p>
          <p className="text-sm text-muted">{about.join(' · ')}</p>
          {source?.trouble && (
            <p className="text-sm font-medium wrap-anywhere text-bad first-letter:uppercase">
              {machineReason(source.trouble)}
            </p>
          )}
        </div>
        <div className="sm:order-last sm:justify-self-end">
          <Status device={device} now={now} />
        </div>
      </div>
      <Figure label={dialogTexts.deviceList.ins}>{formatCount(ins)}</Figure>
      <Figure label={dialogTexts.deviceList.outs}>{formatCount(outs)}</Figure>
      <Figure label={dialogTexts.deviceList.lastTap}>
        {lastTapAt ? formatAgo(lastTapAt, now) : dialogTexts.deviceList.noTap}
      </Figure>
    </li>
  );
}

/** The door of a machine, unless it is already its name. */
const doorOf = ({ source, deviceName }: Device): string[] => {
  const door = source?.door ?? null;
  return door === null || door === deviceName ? [] : [door];
};

function Figure({ label, children }: { label: string; children: string }) {
  return (
    <p className="min-w-0">
      <span className="block text-xs text-muted">{label}</span>
      <span className="font-semibold tabular-nums">{children}</span>
    </p>
  );
}

function Status({ device, now }: { device: Device; now: number }) {
  if (device.isOnline) {
    return (
      <Badge tone="good" icon={<Wifi size={14} />} className="whitespace-normal!">
        {dialogTexts.deviceList.online}
      </Badge>
    );
  }
  const since = device.offlineSince === null ? null : formatRecent(Date.parse(device.offlineSince), now);
  const missed = isMissed(device, now);
  const words = dialogTexts.deviceList;
  const Icon = missed ? TriangleAlert : WifiOff;
  return (
    <Badge tone={missed ? 'bad' : 'neutral'} icon={<Icon size={14} />} className="whitespace-normal!">
      {since === null ? words.offline : device.source?.trouble ? words.refusedSince(since) : words.offlineSince(since)}
    </Badge>
  );
}
