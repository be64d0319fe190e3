import {
  readPublicLink,
  readPublicNumbers,
  revokePublicLink,
  setPublicLink,
} from '../../services/displays/public-link';
import { NewPublicLinkSchema, PublicLinkSchema, PublicNumbersSchema } from '../../shared/public-numbers/schemas';
import { type Call, call } from '../call';
import { EVENT_ADMIN, PUBLIC_LINK } from '../who';

export const PUBLIC_LINK_CALLS: readonly Call[] = [
  call({
    route: 'GET /api/events/:eventId/public',
    id: 'readPublicLink',
    summary: 'Get the token with which anybody reads how busy the event is',
    description: '`link` is null while the numbers are not public. The widget is `/widget/{token}`.',
    who: EVENT_ADMIN,
    answer: PublicLinkSchema,
    handle: async ({ ctx, access }) => ({ link: await readPublicLink(ctx, access) }),
  }),
  call({
    route: 'PUT /api/events/:eventId/public',
    id: 'setPublicLink',
    summary: 'Make the event’s numbers public, or change how much of them is',
    description:
      'With `level`, everybody who has the token reads how busy the venue is, in steps of five percent; with `numbers`, how ' +
      'many people are in the venue and its areas.',
    who: EVENT_ADMIN,
    body: NewPublicLinkSchema,
    example: { detail: 'level' },
    answer: PublicLinkSchema,
    handle: async ({ ctx, access, body }) => ({ link: await setPublicLink(ctx, access, body) }),
  }),
  call({
    route: 'DELETE /api/events/:eventId/public',
    id: 'revokePublicLink',
    summary: 'End that the event’s numbers are public',
    description: 'Within a second, the token opens nothing any more. Switching it on again makes another token.',
    who: EVENT_ADMIN,
    answer: PublicLinkSchema,
    handle: async ({ ctx, access }) => {
      await revokePublicLink(ctx, access);
      return { link: null };
    },
  }),
  call({
    route: 'GET /api/public/:token',
    id: 'readPublicNumbers',
    summary: 'Get how busy the event is',
    description:
      'The answer is at most a second old, and up to two seconds with the browser’s cache. Pages of all sites may read it. Levels: ' +
      '`quiet`, `busy` above 50 %, `nearly_full` above 90 %, `full` from 100 % on.',
    who: PUBLIC_LINK,
    answer: PublicNumbersSchema,
    errors: ['unavailable'],
    handle: ({ ctx, access }) => readPublicNumbers(ctx, access),
  }),
];
