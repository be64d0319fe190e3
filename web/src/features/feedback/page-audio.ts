let context: AudioContext | null = null;

/** Returns null if the browser cannot play sound. */
function audio(): AudioContext | null {
  try {
    context ??= new AudioContext();
  } catch {
    return null;
  }
  return context;
}

/**
 * Resolves when sound can be played: browsers allow it only after the page was touched. Resolves to null if there is no
 * sound.
 */
export async function wakeAudio(): Promise<AudioContext | null> {
  const out = audio();
  if (out && out.state !== 'running') await out.resume().catch(() => undefined);
  return out;
}

/** The events that may allow sound. Browsers differ in which of them does. */
const TOUCHES = ['pointerdown', 'pointerup', 'keydown'] as const;

// If a touch has loaded this module, that touch can still allow sound. Some browsers allow sound only within a touch.
if (navigator.userActivation?.hasBeenActive) void wakeAudio();
for (const touch of TOUCHES) window.addEventListener(touch, () => void wakeAudio(), { capture: true });
