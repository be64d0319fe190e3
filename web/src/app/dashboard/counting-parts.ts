import { lazyPart, MissingDialog } from '../../ui/lazy-part';
import { importLogOut, preload } from './dialogs';
import { MissingNotices } from './missing-notices';
import { type LateBannerProps, MissingAlerts } from './missing-alerts';

const importBar = () => import('../../features/counting/counting-bar');
const importMorePads = () => import('../../features/areas/more-pads');
const importAlertBanner = () => import('../../features/alerts/alert-banner');
const importSeenAlerts = () => import('../../features/alerts/seen-alerts');
const importUncounted = () => import('./uncounted-notices');
const importDevice = () => import('../../features/device/device-dialog');
const importDoorGone = () => import('../../features/device/door-gone');
const importStatus = () => import('../../features/status/service-status');
const importDoorSheet = () => import('./door-sheet');
const importWithoutLooking = () => import('../../features/feedback/without-looking');
const importPocketLock = () => import('../../features/counting/pocket-lock');

const Nothing = () => null;

/** The first view of the dashboard neither waits for the status nor shares the network with it. */
const STATUS_AFTER_MS = 10_000;
const later = () => new Promise((resolve) => setTimeout(resolve, STATUS_AFTER_MS));

/** Not needed for a first tap, so it is loaded separately. If its code is missing, the pads work without it. */
export const CountingBar = lazyPart(async () => (await importBar()).CountingBar, Nothing);
export const MorePads = lazyPart(async () => (await importMorePads()).MorePads, Nothing);
export const SeenAlerts = lazyPart(async () => (await importSeenAlerts()).SeenAlerts, Nothing);
export const UncountedNotices = lazyPart(async () => (await importUncounted()).UncountedNotices, MissingNotices);
export const DeviceDialog = lazyPart(async () => (await importDevice()).DeviceDialog, MissingDialog);
export const DoorGone = lazyPart(async () => (await importDoorGone()).DoorGone, Nothing);
export const DoorSheet = lazyPart(async () => (await importDoorSheet()).DoorSheet, MissingDialog);
export const PocketLock = lazyPart(async () => (await importPocketLock()).PocketLock, MissingDialog);
export const WithoutLooking = lazyPart(async () => (await importWithoutLooking()).WithoutLooking, Nothing);

/** Below everything else: it appears by itself after the pads. */
export const Preferences = lazyPart(async () => (await import('../../ui/preferences')).Preferences, Nothing);

export const ServiceStatus = lazyPart(async () => {
  await later();
  return (await importStatus()).ServiceStatus;
}, Nothing);

/** Mounted anew for each attempt to load it, because an alert must be seen. */
export const lateAlertBanner = () =>
  lazyPart<LateBannerProps>(async () => (await importAlertBanner()).AlertBanner, MissingAlerts);

/** @param onUse the first touch or key */
export const preloadCountingParts = (onUse: () => void): (() => void) =>
  preload([
    async () => onUse(),
    importUncounted,
    importMorePads,
    importAlertBanner,
    importSeenAlerts,
    importDevice,
    importDoorSheet,
    importLogOut,
    importPocketLock,
  ]);
