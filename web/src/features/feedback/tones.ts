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

/**
 * The tones of each pattern, played one after the other. No pattern contains the falling third of an alert
 * (in-force/sound.ts).
 */
const TONES: Record<Pattern, readonly Tone[]> = {
  in: [SHORT],
  out: [LOW, { hz: 440, ms: 60 }],
  undone: [SHORT, LOW],
  refused: [BUZZ, BUZZ, BUZZ],
  nearlyFull: [SHORT, LONG],
  full: [SHORT, LONG, LONG],
};
const GAP_MS = 40;
/** The volume of the tones. They are square waves, because the small speaker of a phone can play even low ones. */
const VOLUME = 0.15;
/**
 * A tone that has waited for sound longer than this (ms) is dropped, because it would seem to belong to the next tap.
 */
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
