/** In Hz, one after the other: a falling third cuts through music better than one tone. */
const TONES = [988, 784, 988, 784] as const;
const TONE_S = 0.14;
const GAP_S = 0.04;
const VOLUME = 0.35;
/** Twice, in ms: what a pocket feels. */
const VIBRATION = [250, 120, 250];

let context: AudioContext | null = null;

/** null where there is no sound to be had. */
function audio(): AudioContext | null {
  try {
    context ??= new AudioContext();
  } catch {
    return null;
  }
  return context;
}

// Browsers give sound only to pages that have been touched; some only within the touch.
document.addEventListener(
  'pointerdown',
  () => {
    const out = audio();
    if (out && out.state !== 'running') void out.resume();
  },
  { capture: true },
);

export function sound(): void {
  const out = audio();
  if (!out) return;
  const volume = new GainNode(out, { gain: VOLUME });
  volume.connect(out.destination);
  for (const [i, frequency] of TONES.entries()) {
    const tone = new OscillatorNode(out, { type: 'triangle', frequency });
    tone.connect(volume);
    const at = out.currentTime + i * (TONE_S + GAP_S);
    tone.start(at);
    tone.stop(at + TONE_S);
  }
}

export const vibrate = (): void => void navigator.vibrate?.(VIBRATION);
