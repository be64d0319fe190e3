import { texts } from '../../texts/app-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { Button } from '../../ui/button';
import { useWhenNoRecentTaps } from '../counting/press/use-no-recent-taps';

/**
 * Says that the area of this device's door does not exist, so that the list is shown instead. It appears only when
 * nobody has tapped recently, because it moves the pads.
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
