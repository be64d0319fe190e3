import { useSyncExternalStore } from 'react';
import { dialogTexts } from '../../texts/dialog-texts';
import { IconButton } from '../../ui/button';
import { Maximize, Minimize } from '../../ui/icons/display';

function subscribe(subscriber: () => void): () => void {
  document.addEventListener('fullscreenchange', subscriber);
  return () => document.removeEventListener('fullscreenchange', subscriber);
}

const isFullscreen = (): boolean => document.fullscreenElement !== null;

async function toggle(): Promise<void> {
  try {
    if (isFullscreen()) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen({ navigationUI: 'hide' });
  } catch (error) {
    console.warn('The device keeps the page as it is', error);
  }
}

/** A button for full screen. Browsers without it, such as on an iPhone, get no button. */
export function FullscreenButton() {
  const full = useSyncExternalStore(subscribe, isFullscreen);
  if (!document.fullscreenEnabled) return null;
  const Icon = full ? Minimize : Maximize;
  return (
    <IconButton
      label={full ? dialogTexts.display.leaveFullscreen : dialogTexts.display.fullscreen}
      onClick={() => void toggle()}
      className="bg-sunken"
    >
      <Icon size={20} />
    </IconButton>
  );
}
