import type { Mutation } from '../mutation';

export const PERMISSIONS: readonly Mutation[] = [
  {
    id: 'areas-of-other-accounts',
    file: 'src/services/access.ts',
    find: ', eq(events.ownerId, admin.identity.userId)',
    replace: '',
    breaks: 'Every admin can rename, reset, recount and delete the areas of other accounts.',
    tests: [
      'test/worker/routes/permissions.test.ts',
      'test/worker/services/areas.test.ts',
      'test/worker/services/enumeration.test.ts',
    ],
  },
  {
    id: 'check-is-not-waited-for',
    file: 'src/routes/call.ts',
    find: 'await who.check(',
    replace: 'who.check(',
    breaks: "Anybody can export, restore and import the events of all accounts without the operator's token.",
    tests: [
      'test/worker/routes/permissions.test.ts',
      'test/worker/services/event-files.test.ts',
      'test/worker/services/event-restore.test.ts',
    ],
  },
  {
    id: 'session-cookie-for-scripts',
    file: 'src/routes/request/session-cookie.ts',
    find: 'token, { ...options, httpOnly: true }',
    replace: 'token, options',
    breaks: 'A script that is injected into a page can read the session cookie and take over the session.',
    tests: ['test/worker/services/login.test.ts', 'test/worker/services/passwords.test.ts'],
  },
  {
    id: 'one-more-attempt-than-the-limit',
    file: 'src/services/attempts/slices.ts',
    find: 'total < limit.limit',
    replace: 'total <= limit.limit',
    breaks: 'An attacker who guesses passwords or access codes gets more attempts than the limit allows.',
    tests: ['test/unit/shared/rules/states.test.ts', 'test/worker/services/attempts.test.ts'],
  },
  {
    id: 'revoked-display-goes-on',
    file: 'src/room/sockets/admission.ts',
    find: 'displaySession !== undefined',
    replace: 'displaySession != null',
    breaks: 'Open public displays keep showing the counts after the admin has revoked their link.',
    tests: [
      'test/worker/room/display-links.test.ts',
      'test/worker/room/displays.test.ts',
      'test/worker/services/sessions.test.ts',
    ],
  },
  {
    id: 'sessions-of-other-accounts',
    file: 'src/services/sessions/own-sessions.ts',
    find: 'and(eq(sessions.userId, userId), which)',
    replace: 'and(which)',
    breaks: 'An admin who logs out other devices also ends the sessions of all other accounts.',
    tests: ['test/worker/services/sessions.test.ts', 'test/worker/routes/permissions.test.ts'],
  },
];
