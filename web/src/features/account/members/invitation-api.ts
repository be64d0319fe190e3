import { type Acceptance, type OpenInvitation, OpenInvitationSchema } from '../../../../../src/shared/members/schemas';
import { type Entered, EnteredSchema } from '../../../../../src/shared/schemas/session';
import { callApi } from '../../../api/api-client';
import { whileLoggingIn } from '../../../session/session-api';

const pathOf = (token: string): string => `/api/invitations/${encodeURIComponent(token)}`;

export const fetchInvitation = (token: string, signal: AbortSignal): Promise<OpenInvitation> =>
  callApi(pathOf(token), OpenInvitationSchema, { signal });

/**
 * Accepts an invitation: with an email and a password, or without both for the user who is logged in. Returns the user
 * who is logged in afterward.
 */
export const acceptInvitation = (token: string, acceptance: Acceptance): Promise<Entered> =>
  whileLoggingIn(() =>
    callApi(`${pathOf(token)}/accept`, EnteredSchema, { method: 'POST', body: acceptance, sparesSession: true }),
  );
