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

/** Resolves once there is sound: browsers give it only to pages that have been touched. */
async function wake(): Promise<AudioContext | null> {
  const out = audio();
  if (out && out.state !== 'running') await out.resume().catch(() => undefined);
  return out;
}

// The touch that has loaded this module still counts, where there was one; some browsers give sound only within a touch.
if (navigator.userActivation?.hasBeenActive) void wake();
document.addEventListener('pointerdown', () => void wake(), { capture: true });

let waits = false;

/** Sounds as soon as it may, and once however often it was asked to wait for that; not at all if it is called off before. */
export async function sound(calledOff: AbortSignal): Promise<void> {
  if (waits) return;
  waits = true;
  const out = await wake();
  waits = false;
  if (!out || calledOff.aborted) return;
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
