import { type CountFeedback, type DeviceSettings, readDevice } from '../../device/device';
import type { Pattern } from './patterns';
import { canVibrate, vibrate } from './vibration';

/** For this many ms, later taps give no feedback, so that the pattern of a higher level is not interrupted. */
const RISE_MS = 500;

let risesUntil = 0;

const importTones = () => import('./tones');
const importSpeech = () => import('./speech');
/** If the code cannot be loaded, there is no sound, and taps still count. */
const ignore = () => undefined;

/**
 * Returns the kind of feedback that was chosen on this device. Without a choice it is vibration if the browser supports
 * that, otherwise none. A browser without vibration plays sounds instead of it.
 */
export function feedbackOf({ feedback }: Pick<DeviceSettings, 'feedback'>): CountFeedback {
  if (canVibrate()) return feedback ?? 'vibration';
  return feedback === 'vibration' ? 'sound' : (feedback ?? 'off');
}

export const canSpeak = (): boolean => 'speechSynthesis' in window;

/** Loads the code for sound and speech, which must be there before the first touch. */
export function prepareFeedback(device: Pick<DeviceSettings, 'feedback' | 'sayCount'>): void {
  if (feedbackOf(device) === 'sound') importTones().catch(ignore);
  if (device.sayCount && canSpeak()) importSpeech().catch(ignore);
}

/** Gives a pattern as vibration or sound, as chosen on this device. Nothing for null. */
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
