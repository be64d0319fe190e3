import { paths } from '../urls/paths';
import { startScript } from './start-script';
import { keepReloadedFrom, readReloadedFrom } from '../session/storage';
import { isUnloadGuarded } from './unload-guard';

async function isServed(script: string): Promise<boolean> {
  const response = await fetch(paths.app, { cache: 'no-store' });
  return !response.ok || (await response.text()).includes(script);
}

/**
 * If a part's code is missing after a deploy, the new version has it: reloads for it, once per version, and not while
 * taps are unsent. False when there is nothing to reload for, or no way to know.
 */
export async function reloadForNewVersion(): Promise<boolean> {
  const script = startScript();
  if (script === null || isUnloadGuarded() || readReloadedFrom() === script) return false;
  try {
    if (await isServed(script)) return false;
  } catch {
    return false;
  }
  // Without storage nothing would end a loop of reloads.
  if (isUnloadGuarded() || !keepReloadedFrom(script)) return false;
  location.reload();
  return true;
}
