import { texts } from '../../texts/app-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { Button } from '../../ui/button';
import { useWhenNoRecentTaps } from '../counting/pads/use-no-recent-taps';

/**
 * Why the list is shown and not the pads of this device's door. It appears when nobody counts, because it moves pads.
 */
export function DoorGone({ onDevice }: { onDevice: () => void }) {
  const isShown = useWhenNoRecentTaps(1, 0) === 1;
  return (
    isShown && (
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-pad bg-sunken px-4 py-3">
        <p role="status" className="min-w-0 flex-1 basis-40 text-[0.9375rem] font-medium text-pretty">
          {dialogTexts.deviceForm.areaGone}
        </p>
        <Button variant="quiet" onClick={onDevice} className="min-h-11">
          {texts.device.title}
        </Button>
      </div>
    )
  );
}
