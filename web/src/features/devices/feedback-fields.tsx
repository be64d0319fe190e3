import { COUNT_FEEDBACKS, type DeviceSettings } from '../../device/device';
import { lateTexts } from '../../texts/dialog-texts';
import { CheckField } from '../../ui/forms/check-field';
import { canSpeak, feedbackOf } from '../feedback/give-feedback';
import { canVibrate } from '../feedback/vibration';
import { Choice } from './choice';

type FeedbackSettings = Pick<DeviceSettings, 'feedback' | 'sayCount'>;

export interface FeedbackFieldsProps {
  settings: FeedbackSettings;
  onChange: (change: FeedbackSettings) => void;
}

/** How a tap is confirmed to somebody who does not look; only what this browser can do. */
export function FeedbackFields({ settings, onChange }: FeedbackFieldsProps) {
  const ways = COUNT_FEEDBACKS.filter((way) => way !== 'vibration' || canVibrate());
  return (
    <>
      <Choice
        label={lateTexts.deviceForm.feedback}
        options={ways.map((value) => ({ value, text: lateTexts.deviceForm.feedbacks[value] }))}
        chosen={feedbackOf(settings)}
        onChoose={(feedback) => onChange({ feedback })}
      />
      {canSpeak() && (
        <CheckField
          label={lateTexts.deviceForm.sayCount}
          checked={settings.sayCount ?? false}
          onChange={(sayCount) => onChange({ sayCount })}
        />
      )}
    </>
  );
}
