import { clsx } from 'clsx';
import { texts } from '../../texts/app-texts';
import { useDevice } from '../../device/device';
import { DoorOpen } from '../../ui/icons/counting';
import { headerButtonClass } from '../events/header-button';

/** Names this device's door and opens its settings. */
export function DeviceButton({ onOpen }: { onOpen: () => void }) {
  const { deviceName, direction } = useDevice();
  return (
    <button
      type="button"
      title={texts.device.title}
      onClick={onOpen}
      className={clsx(headerButtonClass, '-mx-3 max-w-full min-w-0 forced-colors:mx-0')}
    >
      <DoorOpen aria-hidden size={18} className="shrink-0" />
      <span className="truncate">{deviceName ?? texts.device.title}</span>{' '}
      {direction !== 'both' && (
        <span className="shrink-0 rounded-full bg-sunken px-2 text-xs leading-5 text-muted">
          {texts.device.direction[direction]}
        </span>
      )}
    </button>
  );
}
