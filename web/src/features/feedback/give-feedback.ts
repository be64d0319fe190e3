import { type CountFeedback, type DeviceSettings, readDevice } from '../../lib/device';
import type { Pattern } from './patterns';
import { canVibrate, vibrate } from './vibration';

/** A level that has risen is felt to its end: the taps that follow wait for so long. */
const RISE_MS = 500;

let risesUntil = 0;

const importTones = () => import('./tones');
const importSpeech = () => import('./speech');
/** Without its code nothing is heard, and all is counted. */
const ignore = () => undefined;

/** What the device does about taps: as was chosen there, else it vibrates where it can. */
export function feedbackOf({ feedback }: Pick<DeviceSettings, 'feedback'>): CountFeedback {
  if (canVibrate()) return feedback ?? 'vibration';
  return feedback === 'vibration' ? 'sound' : (feedback ?? 'off');
}

export const canSpeak = (): boolean => 'speechSynthesis' in window;

/** Fetches what will be heard: sound needs its code before the first touch. */
export function prepareFeedback(device: Pick<DeviceSettings, 'feedback' | 'sayCount'>): void {
  if (feedbackOf(device) === 'sound') importTones().catch(ignore);
  if (device.sayCount && canSpeak()) importSpeech().catch(ignore);
}

/** Tells a pattern in the way that the device has chosen. */
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
