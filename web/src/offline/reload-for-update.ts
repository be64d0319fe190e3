import { PATIENT_PARAM } from '../../service-worker/names';

/**
 * For a version that the server has and this device lacks: the kept app is only opened when there is no network at all.
 */
export function reloadForUpdate(): void {
  const url = new URL(location.href);
  url.searchParams.set(PATIENT_PARAM, '');
  location.replace(url);
}

/** When the page has loaded, its address is the usual one again. */
export function forgetReloads(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has(PATIENT_PARAM)) return;
  url.searchParams.delete(PATIENT_PARAM);
  history.replaceState(history.state, '', url);
}
