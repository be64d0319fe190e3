import { lazyComponent, MissingDialog } from '../../ui/overlays/lazy-component';
import { fetchToastList } from '../../ui/overlays/toaster';
import { importLogOut, preload } from './dialogs';
import { MissingEvacuation, MissingOrders } from './notices/missing-bands';
import { MissingNotices } from './notices/missing-notices';
import { type LateBannerProps, MissingAlerts } from './notices/missing-alerts';

const importBar = () => import('../counting/pads/counting-bar');
const importMorePads = () => import('../counting/pads/step-pads');
const importAlertBanner = () => import('../alerts/alert-banner');
const importEvacuationBand = () => import('../evacuation/evacuation-band');
const importOrderBand = () => import('../orders/order-band');
const importSeenAlerts = () => import('../alerts/seen-alerts');
const importUncounted = () => import('./notices/uncounted-notices');
const importDevice = () => import('../devices/device-dialog');
const importDoorGone = () => import('../devices/door-gone');
const importStatus = () => import('./notices/service-status');
const importDoorSheet = () => import('./door/door-sheet');
const importWithoutLooking = () => import('../feedback/without-looking');
const importPocketLock = () => import('../counting/pads/pocket-lock');

const Nothing = () => null;

/**
 * The delay in ms before the service status is loaded. The first view of the dashboard neither waits for it nor shares
 * the network with it.
 */
const STATUS_AFTER_MS = 10_000;
const later = () => new Promise((resolve) => setTimeout(resolve, STATUS_AFTER_MS));

/**
 * Parts that the first tap does not need, loaded separately. If their code cannot be loaded, the pads work without
 * them.
 */
export const CountingBar = lazyComponent(async () => (await importBar()).CountingBar, Nothing);
export const MorePads = lazyComponent(async () => (await importMorePads()).StepPads, Nothing);
export const SeenAlerts = lazyComponent(async () => (await importSeenAlerts()).SeenAlerts, Nothing);
export const OrderBand = lazyComponent(async () => (await importOrderBand()).OrderBand, MissingOrders);
export const EvacuationBand = lazyComponent(
  async () => (await importEvacuationBand()).EvacuationBand,
  MissingEvacuation,
);
export const UncountedNotices = lazyComponent(async () => (await importUncounted()).UncountedNotices, MissingNotices);
export const DeviceDialog = lazyComponent(async () => (await importDevice()).DeviceDialog, MissingDialog);
export const DoorGone = lazyComponent(async () => (await importDoorGone()).DoorGone, Nothing);
export const DoorSheet = lazyComponent(async () => (await importDoorSheet()).DoorSheet, MissingDialog);
export const PocketLock = lazyComponent(async () => (await importPocketLock()).PocketLock, MissingDialog);
export const WithoutLooking = lazyComponent(async () => (await importWithoutLooking()).WithoutLooking, Nothing);

/** Appears by itself at the end of the page, after the pads. */
export const Preferences = lazyComponent(
  async () => (await import('../../ui/preferences/preferences')).Preferences,
  Nothing,
);

export const ServiceStatus = lazyComponent(async () => {
  await later();
  return (await importStatus()).ServiceStatus;
}, Nothing);

/** Creates the component again for each attempt to load its code, because an alert must be seen. */
export const lateAlertBanner = () =>
  lazyComponent<LateBannerProps>(async () => (await importAlertBanner()).AlertBanner, MissingAlerts);

/** @param onUse called on the first touch or key */
export const preloadCountingParts = (onUse: () => void): (() => void) =>
  preload([
    async () => onUse(),
    importUncounted,
    async () => (await importMorePads()).fetchOpenedParts(),
    importAlertBanner,
    importSeenAlerts,
    importOrderBand,
    importEvacuationBand,
    importDevice,
    importDoorSheet,
    importLogOut,
    importPocketLock,
    fetchToastList,
  ]);
