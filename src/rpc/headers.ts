/**
 * Headers of the answers to a viewer's upgrade, for the worker alone: the number of the relay to which the room sends
 * the viewer; and the sign of a relay without a place for the viewer.
 */
export const GO_TO_RELAY_HEADER = 'x-headroom-relay';
export const IS_FULL_HEADER = 'x-headroom-relay-full';

/** The header in which the worker passes an authenticated connection to a room, relay or hub, as JSON. */
export const CONNECTION_HEADER = 'x-headroom-connection';
