import type { Mutation } from '../mutation';

export const PERMISSIONS: readonly Mutation[] = [
  {
    id: 'areas-of-other-accounts',
    file: 'src/services/areas/visit-own.ts',
    find: ', eq(events.ownerId, session.identity.userId)',
    replace: '',
    breaks: 'Every admin can rename, reset, recount and delete the areas of other accounts.',
    tests: ['test/worker/permissions.test.ts', 'test/worker/areas.test.ts', 'test/worker/enumeration.test.ts'],
  },
  {
    id: 'operator-token-is-not-waited-for',
    file: 'src/routes/operator.ts',
    find: 'await requireOperator(',
    replace: 'void requireOperator(',
    breaks: 'Anybody can export, restore and import the events of all accounts without the token of the operator.',
    tests: ['test/worker/permissions.test.ts', 'test/worker/event-file.test.ts', 'test/worker/event-restore.test.ts'],
  },
  {
    id: 'session-cookie-for-scripts',
    file: 'src/routes/session-cookie.ts',
    find: 'token, { ...options, httpOnly: true }',
    replace: 'token, options',
    breaks: 'A script that gets into a page can read the session cookie and take the session over.',
    tests: ['test/worker/auth.test.ts', 'test/worker/password-change.test.ts'],
  },
  {
    id: 'one-more-attempt-than-the-limit',
    file: 'src/shared/rules/attempts.ts',
    find: 'total < limit.limit',
    replace: 'total <= limit.limit',
    breaks: 'Whoever guesses passwords or access codes gets more tries than the limit allows.',
    tests: ['test/unit/rules/attempts.test.ts', 'test/worker/attempts.test.ts'],
  },
  {
    id: 'revoked-display-goes-on',
    file: 'src/room/room.ts',
    find: 'displaySession !== undefined',
    replace: 'displaySession != null',
    breaks: 'Screens that have a display open go on showing the numbers after the owner has revoked its link.',
    tests: ['test/worker/displays.test.ts', 'test/worker/room-display.test.ts', 'test/worker/ended-sessions.test.ts'],
  },
  {
    id: 'sessions-of-other-accounts',
    file: 'src/services/sessions/revoke.ts',
    find: 'and(eq(sessions.userId, userId), which)',
    replace: 'and(which)',
    breaks: 'An admin who logs out other devices ends the sessions of all other accounts, too.',
    tests: ['test/worker/own-sessions.test.ts', 'test/worker/permissions.test.ts'],
  },
];
