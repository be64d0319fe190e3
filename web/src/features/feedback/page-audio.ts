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
export async function wakeAudio(): Promise<AudioContext | null> {
  const out = audio();
  if (out && out.state !== 'running') await out.resume().catch(() => undefined);
  return out;
}

/** Browsers differ in which of them they take for the touch that allows sound. */
const TOUCHES = ['pointerdown', 'pointerup', 'keydown'] as const;

// The touch that has loaded this module still counts, where there was one; some browsers give sound only within a touch.
if (navigator.userActivation?.hasBeenActive) void wakeAudio();
for (const touch of TOUCHES) window.addEventListener(touch, () => void wakeAudio(), { capture: true });
