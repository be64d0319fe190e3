import { useQuery } from '@tanstack/react-query';
import { formatAccessCode } from '../../../../src/shared/rules/access-code';
import { type Event, JoinKeySchema } from '../../../../src/shared/schemas/event';
import { callApi } from '../../lib/api-client';
import { paths } from '../../lib/paths';
import { usePublicOrigin } from '../../lib/public-origin';
import { eventPath } from '../events/events-api';

/**
 * Leads to the login with the code filled in. The code as people read it: the link is also read aloud and typed. With its key
 * it also lets in where an address has failed too often.
 */
function joinLink(accessCode: string, origin: string, joinKey: string | undefined): string {
  const link = `${origin}${paths.login}?code=${formatAccessCode(accessCode)}`;
  return joinKey === undefined ? link : `${link}&key=${joinKey}`;
}

/** The link to the event: without a key until the server has told it, and where it cannot be asked. */
export function useJoinLink({ eventId, accessCode }: Event): string {
  const origin = usePublicOrigin();
  const { data } = useQuery({
    queryKey: ['join-key', eventId, accessCode],
    queryFn: async ({ signal }) => (await callApi(`${eventPath(eventId)}/join-key`, JoinKeySchema, { signal })).joinKey,
    staleTime: Infinity,
  });
  return joinLink(accessCode, origin, data);
}
