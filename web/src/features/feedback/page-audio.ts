let context: AudioContext | null = null;

/** Null when there is no sound. */
function audio(): AudioContext | null {
  try {
    context ??= new AudioContext();
  } catch {
    return null;
  }
  return context;
}

/** Resolves when there is sound: browsers allow it only for pages that have been touched. */
export async function wakeAudio(): Promise<AudioContext | null> {
  const out = audio();
  if (out && out.state !== 'running') await out.resume().catch(() => undefined);
  return out;
}

/** Browsers differ in which of these events allows sound. */
const TOUCHES = ['pointerdown', 'pointerup', 'keydown'] as const;

// The touch that has loaded this module still counts, if there was one; some browsers allow sound only within a touch.
if (navigator.userActivation?.hasBeenActive) void wakeAudio();
for (const touch of TOUCHES) window.addEventListener(touch, () => void wakeAudio(), { capture: true });
