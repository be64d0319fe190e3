import { useMemo } from 'react';
import type { User } from '../../../../src/shared/schemas/user';
import { readDoor } from '../../device/door/door-link';
import { readJoinCode } from '../../session/join-code';
import { DoorOffer } from './door-offer';
import { JoinOfferDialog } from './join-offer-dialog';

export interface JoinOfferProps {
  user: User;
  /** The query of the join link. */
  link: string;
  /** The event of the link if it is one of the admin's own events. */
  ownEventId?: string | undefined;
  onClose: () => void;
}

/**
 * Handles a join link that a logged-in user has opened. If the link is for the user's own event, only its door matters.
 */
export function JoinOffer({ user, link, ownEventId, onClose }: JoinOfferProps) {
  const door = useMemo(() => readDoor(link), [link]);
  const eventId = readJoinCode(link) === user.accessCode ? user.eventId : ownEventId;
  if (eventId === undefined) return <JoinOfferDialog user={user} link={link} onClose={onClose} />;
  return <DoorOffer door={door} eventId={eventId} onClose={onClose} />;
}
