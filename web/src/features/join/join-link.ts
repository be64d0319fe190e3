import { useQuery } from '@tanstack/react-query';
import { formatAccessCode } from '../../../../src/shared/rules/access-code';
import { type Event, JoinKeySchema } from '../../../../src/shared/schemas/event';
import { callApi } from '../../api/api-client';
import { type Door, printDoor } from '../../device/door/door-link';
import { paths } from '../../urls/paths';
import { usePublicOrigin } from '../../urls/public-origin';
import { eventPath } from '../events/events-api';

/**
 * Returns a link to the login with the access code filled in. The code has its printed form, because the link is also
 * read aloud and typed. With the join key the link also works from an address with too many failed logins. With a door
 * it sets up the device that opens it.
 */
function joinLink(accessCode: string, origin: string, joinKey: string | undefined, door: Door | null): string {
  const key = joinKey === undefined ? '' : `&key=${joinKey}`;
  return `${origin}${paths.login}?code=${formatAccessCode(accessCode)}${key}${door ? `&${printDoor(door)}` : ''}`;
}

/** Returns the join link of the event. The link has no key until the server has sent it. */
export function useJoinLink({ eventId, accessCode }: Event, door: Door | null): string {
  const origin = usePublicOrigin();
  const { data } = useQuery({
    queryKey: ['join-key', eventId, accessCode],
    queryFn: async ({ signal }) => (await callApi(`${eventPath(eventId)}/join-key`, JoinKeySchema, { signal })).joinKey,
    staleTime: Infinity,
  });
  return joinLink(accessCode, origin, data, door);
}
