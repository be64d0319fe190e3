import { wakeAudio } from './page-audio';
import type { Pattern } from './patterns';

interface Tone {
  readonly hz: number;
  readonly ms: number;
}

const SHORT = { hz: 880, ms: 60 };
const LONG = { hz: 1_175, ms: 150 };
const LOW = { hz: 587, ms: 60 };
const BUZZ = { hz: 220, ms: 90 };

/** One after the other. None is the falling third of an alert (alert-sound.ts). */
const TONES: Record<Pattern, readonly Tone[]> = {
  in: [SHORT],
  out: [LOW, { hz: 440, ms: 60 }],
  undone: [SHORT, LOW],
  refused: [BUZZ, BUZZ, BUZZ],
  nearlyFull: [SHORT, LONG],
  full: [SHORT, LONG, LONG],
};
const GAP_MS = 40;
/** Square waves, which a phone's small speaker carries, even low ones. */
const VOLUME = 0.15;
/** A tone that has waited longer for sound would be taken for the next tap's. */
const LATE_AFTER_MS = 300;

export async function playTones(pattern: Pattern): Promise<void> {
  const askedAt = performance.now();
  const out = await wakeAudio();
  if (out?.state !== 'running' || performance.now() - askedAt > LATE_AFTER_MS) return;
  const volume = new GainNode(out, { gain: VOLUME });
  volume.connect(out.destination);
  let at = out.currentTime;
  for (const { hz, ms } of TONES[pattern]) {
    const tone = new OscillatorNode(out, { type: 'square', frequency: hz });
    tone.connect(volume);
    tone.start(at);
    tone.stop(at + ms / 1_000);
    at += (ms + GAP_MS) / 1_000;
  }
}
