import { useMemo } from 'react';
import type { User } from '../../../../src/shared/schemas/user';
import { readDoor } from '../../device/door/door-link';
import { readJoinCode } from '../../session/join-code';
import { DoorOffer } from './door-offer';
import { JoinOfferDialog } from './join-offer-dialog';

export interface JoinOfferProps {
  user: User;
  /** Query of the join link. */
  link: string;
  /** The link's event, if it is one of the admin's own. */
  ownEventId?: string | undefined;
  onClose: () => void;
}

/** Handles a join link that a logged-in user has opened: nothing is needed when it only leads to where they count. */
export function JoinOffer({ user, link, ownEventId, onClose }: JoinOfferProps) {
  const door = useMemo(() => readDoor(link), [link]);
  const eventId = readJoinCode(link) === user.accessCode ? user.eventId : ownEventId;
  if (eventId === undefined) return <JoinOfferDialog user={user} link={link} onClose={onClose} />;
  return <DoorOffer door={door} eventId={eventId} onClose={onClose} />;
}
