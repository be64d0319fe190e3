import { paths } from '../urls/paths';
import { startScript } from './start-script';
import { keepReloadedFrom, readReloadedFrom } from '../session/storage';
import { isUnloadGuarded } from './unload-guard';

async function isServed(script: string): Promise<boolean> {
  const response = await fetch(paths.app, { cache: 'no-store' });
  return !response.ok || (await response.text()).includes(script);
}

/**
 * Reloads the page if a deploy has removed code that the page needs. Reloads only once per release, and not while taps
 * are unsent. Returns false if a reload does not help, or if that cannot be found out.
 */
export async function reloadForNewVersion(): Promise<boolean> {
  const script = startScript();
  if (script === null || isUnloadGuarded() || readReloadedFrom() === script) return false;
  try {
    if (await isServed(script)) return false;
  } catch {
    return false;
  }
  // If this cannot be stored, the page must not reload: nothing would stop a loop of reloads.
  if (isUnloadGuarded() || !keepReloadedFrom(script)) return false;
  location.reload();
  return true;
}
