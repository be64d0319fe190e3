import { PATIENT_PARAM } from '../../service-worker/names';

/** Reloads the page to get a newer release from the server. The kept app opens only if there is no network at all. */
export function reloadForUpdate(): void {
  const url = new URL(location.href);
  url.searchParams.set(PATIENT_PARAM, '');
  location.replace(url);
}

/** Removes the reload's parameter from the address, once the page has loaded. */
export function forgetReloads(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has(PATIENT_PARAM)) return;
  url.searchParams.delete(PATIENT_PARAM);
  history.replaceState(history.state, '', url);
}
