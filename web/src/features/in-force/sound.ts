import { wakeAudio } from '../feedback/page-audio';

/** Tones in Hz, which are played one after the other. */
export type Tones = readonly number[];

/**
 * A falling third, for an alert, cuts through music better than one tone. An order can be told from it without looking: it has
 * three steps down, or up if people may come in. Its end has two tones.
 */
export const TONES = {
  alert: [988, 784, 988, 784],
  closing: [1_047, 784, 523],
  opening: [523, 784, 1_047],
  over: [784, 1_047],
} as const satisfies Readonly<Record<string, Tones>>;
const TONE_S = 0.14;
const GAP_S = 0.04;
const VOLUME = 0.35;
/** The vibration pattern in ms: vibrate, pause, vibrate. Two long pulses can be felt in a pocket. */
const VIBRATION = [250, 120, 250];

let waits = false;

/**
 * Plays the sound as soon as the browser allows it. Several requests before that play it once. Plays nothing if
 * `calledOff` is aborted before.
 */
export async function sound(calledOff: AbortSignal, tones: Tones): Promise<void> {
  if (waits) return;
  waits = true;
  const out = await wakeAudio();
  waits = false;
  if (!out || calledOff.aborted) return;
  const volume = new GainNode(out, { gain: VOLUME });
  volume.connect(out.destination);
  for (const [i, frequency] of tones.entries()) {
    const tone = new OscillatorNode(out, { type: 'triangle', frequency });
    tone.connect(volume);
    const at = out.currentTime + i * (TONE_S + GAP_S);
    tone.start(at);
    tone.stop(at + TONE_S);
  }
}

/** Vibrates only after the page was touched, because browsers log a warning otherwise. */
export function vibrate(): void {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(VIBRATION);
}
