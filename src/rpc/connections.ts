import type { Principal, RoomCallContext } from './identity';

/** A socket of an admin's device at the hub. The worker has authenticated it. */
export interface HubConnection {
  sessionId: string;
  userId: string;
}

/** A device's socket at a room. The worker has authenticated it. */
export interface RoomConnection extends RoomCallContext, Pick<HubConnection, 'sessionId'> {
  principal: Principal;
  /** Viewers (public displays) only watch. The tier is fixed at the upgrade. */
  tier: 'counting' | 'viewer';
  /** False for whoever may only watch. It is fixed at the upgrade, too. Missing: a counting device may count. */
  mayCount?: boolean | undefined;
  /** The client's protocol version. */
  protocol: number;
  /** Stands for a viewer's network address: equal for all viewers there. It is undefined for counting devices. */
  address?: string | undefined;
  /** The relay that refused this viewer or did not answer. The room then names another. */
  notRelay?: number | undefined;
}

/**
 * A viewer's socket at a relay. The worker has authenticated it. A relay keeps its number for good; the numbers of one
 * room are never given twice.
 */
export interface RelayConnection extends RoomConnection {
  relay: number;
}
