import { type CountFeedback, type DeviceSettings, readDevice } from '../../device/device';
import type { Pattern } from './patterns';
import { canVibrate, vibrate } from './vibration';

/** The pattern of a higher level must not be interrupted: later taps wait this long. */
const RISE_MS = 500;

let risesUntil = 0;

const importTones = () => import('./tones');
const importSpeech = () => import('./speech');
/** Without its code there is no sound, and everything counts. */
const ignore = () => undefined;

/** The feedback that was chosen on the device; otherwise it vibrates if it can. */
export function feedbackOf({ feedback }: Pick<DeviceSettings, 'feedback'>): CountFeedback {
  if (canVibrate()) return feedback ?? 'vibration';
  return feedback === 'vibration' ? 'sound' : (feedback ?? 'off');
}

export const canSpeak = (): boolean => 'speechSynthesis' in window;

/** Loads the code for sound, which must be there before the first touch. */
export function prepareFeedback(device: Pick<DeviceSettings, 'feedback' | 'sayCount'>): void {
  if (feedbackOf(device) === 'sound') importTones().catch(ignore);
  if (device.sayCount && canSpeak()) importSpeech().catch(ignore);
}

/** Plays a pattern in the way that the device has chosen. */
export function giveFeedback(pattern: Pattern | null): void {
  const way = feedbackOf(readDevice());
  const now = performance.now();
  if (pattern === null || way === 'off') return;
  if (pattern === 'nearlyFull' || pattern === 'full') risesUntil = now + RISE_MS;
  else if (pattern !== 'refused' && now < risesUntil) return;
  if (way === 'vibration') vibrate(pattern);
  else
    importTones()
      .then(({ playTones }) => playTones(pattern))
      .catch(ignore);
}

export const refuse = (): void => giveFeedback('refused');
export const tellUndone = (): void => giveFeedback('undone');

export function sayCountSoon(countNow: () => number | undefined): void {
  if (readDevice().sayCount && canSpeak())
    importSpeech()
      .then(({ saySoon }) => saySoon(countNow))
      .catch(ignore);
}
