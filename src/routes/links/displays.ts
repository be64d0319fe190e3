import { makeDisplayLink, readDisplay, readDisplayLink, revokeDisplayLink } from '../../services/displays/display-link';
import { DisplayLinkSchema, DisplaySchema } from '../../shared/schemas/display';
import { type Call, call } from '../call';
import { VERSION } from '../request/protocol-version';
import { connect } from '../sockets';
import { DISPLAY_LINK, EVENT_ADMIN } from '../who';

export const DISPLAY_CALLS: readonly Call[] = [
  call({
    route: 'GET /api/events/:eventId/display',
    id: 'readDisplayLink',
    summary: 'Get the token of the public display’s link',
    description: 'The link is `/display/{token}`.',
    who: EVENT_ADMIN,
    answer: DisplayLinkSchema,
    handle: async ({ ctx, access }) => ({ displayToken: await readDisplayLink(ctx, access) }),
  }),
  call({
    route: 'POST /api/events/:eventId/display',
    id: 'makeDisplayLink',
    summary: 'Create a link to the public display and revoke the previous link',
    who: EVENT_ADMIN,
    answer: DisplayLinkSchema,
    handle: async ({ ctx, access }) => ({ displayToken: await makeDisplayLink(ctx, access) }),
  }),
  call({
    route: 'DELETE /api/events/:eventId/display',
    id: 'revokeDisplayLink',
    summary: 'Revoke the public display’s link',
    description: 'The room disconnects everyone who is watching the display.',
    who: EVENT_ADMIN,
    answer: DisplayLinkSchema,
    handle: async ({ ctx, access }) => {
      await revokeDisplayLink(ctx, access);
      return { displayToken: null };
    },
  }),
  call({
    route: 'GET /api/displays/:token',
    id: 'readDisplay',
    summary: 'Get the content of a public display',
    description: 'The answer is at most a second old.',
    who: DISPLAY_LINK,
    answer: DisplaySchema,
    errors: ['unavailable'],
    handle: async ({ c, ctx, access }) =>
      c.body(await readDisplay(ctx, access), 200, { 'Content-Type': 'application/json' }),
  }),
  call({
    route: 'GET /api/displays/:token/socket',
    id: 'openDisplaySocket',
    summary: 'Watch a public display over a WebSocket',
    description:
      'After `join_event`, the room sends `display` frames, the first one at once. Viewers cannot count. The server ' +
      'closes the socket with 4425 until somebody has joined to count.',
    who: DISPLAY_LINK,
    parameters: [VERSION],
    answer: 'socket',
    handle: ({ c, access }) => connect(c, access),
  }),
];
