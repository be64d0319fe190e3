import type { Mutation } from '../mutation';

/** Faults in what machines count, in their keys, in evacuations and drills, and in seals. */
export const MACHINES: readonly Mutation[] = [
  {
    id: 'machine-known-key-counts-again',
    file: 'src/room/sources/source-items.ts',
    find: 'this.keys.has(item.key) || rows.hasKey(about.sourceId, item.key)',
    replace: 'this.keys.has(item.key)',
    breaks: 'A ticket that a scanner reports again after a lost answer counts a second person.',
    tests: ['test/room/sources.test.ts', 'test/worker/services/pretix.test.ts'],
  },
  {
    id: 'machine-at-inner-door-only-counts-out',
    file: 'src/room/sources/source-items.ts',
    find: `this.tap({ ...tap, areaId: to, change: people });
    return this.tap({`,
    replace: 'return this.tap({',
    breaks:
      'People whom a machine sees leave an area with too few counted people never appear in the area behind the door.',
    tests: ['test/room/sources.test.ts'],
  },
  {
    id: 'machine-late-totals-count-twice',
    file: 'src/room/sources/readings.ts',
    find: 'first.ins + second.ins - counted.ins',
    replace: 'first.ins + second.ins',
    breaks: 'Totals that a machine sends after newer ones count people who are counted already.',
    tests: ['test/unit/room/readings.test.ts'],
  },
  {
    id: 'machine-silent-at-empty-venue',
    file: 'src/room/sources/silences.ts',
    find: 'people > 0 && people * 100',
    replace: 'people * 100',
    breaks: 'A machine that has nobody to count raises an alert at each venue without a capacity.',
    tests: ['test/room/silences.test.ts'],
  },
  {
    id: 'points-keep-people-of-last-drill',
    file: 'src/room/evacuation/evacuations.ts',
    find: 'points.length === 0 ? state : withOccupancy(state, points, { occupancy: 0, insides: null }, now)',
    replace: 'state',
    breaks: 'An evacuation shows people at an assembly point who were there in the last drill.',
    tests: ['test/room/evacuation.test.ts', 'test/worker/services/evacuations.test.ts'],
  },
  {
    id: 'drill-without-areas-added-later',
    file: 'src/room/evacuation/evacuations.ts',
    find: 'withTwins(state, this.deps.now(), false) : state',
    replace: 'state : state',
    breaks: 'Nobody can count at an area that is added while a drill runs.',
    tests: ['test/room/evacuation.test.ts', 'test/worker/services/evacuations.test.ts'],
  },
  {
    id: 'evacuation-late-tap-is-an-exit',
    file: 'src/reports/evacuation/timeline.ts',
    find: `if (at < startedAt) atStart.set(areaId, people + rise);
      else changes.push`,
    replace: 'changes.push',
    breaks: 'The timeline of an evacuation begins with a wrong number when taps from before its start arrive late.',
    tests: ['test/unit/reports/evacuation-timeline.test.ts'],
  },
  {
    id: 'seal-of-a-ledger-deleted-meanwhile',
    file: 'src/room/evidence/seal-job.ts',
    find: 'if (ledgerUpTo !== null && store.reports.ledgerFrom > sealed.startsAt) return;',
    replace: '',
    breaks:
      'A seal vouches for a part of a ledger when retention deletes taps while it is made, and nobody can check it.',
    tests: ['test/room/seals.test.ts'],
  },
  {
    id: 'seal-mail-before-the-newest-link',
    file: 'src/room/evidence/seal-mail.ts',
    find: ' || seals.nextOpen !== undefined',
    replace: '',
    breaks: 'Days that are sealed together make several mails.',
    tests: ['test/unit/room/seal-mail.test.ts'],
  },
  {
    id: 'seal-by-a-key-of-the-pack',
    file: 'web/src/features/verify/check-chain.ts',
    find: 'else if (own === undefined) this.signed.byPack += 1;',
    replace: '',
    breaks: 'A forged pack with its own key passes as signed by this installation.',
    tests: ['test/web/features/verify/verify-screen.test.tsx', 'test/worker/services/evidence.test.ts'],
  },
  {
    id: 'key-counts-after-its-end',
    file: 'src/services/keys/authenticate.ts',
    find: ' && row.expiresAt > ctx.now();',
    replace: ';',
    breaks: 'A machine counts for a while with a key that has expired.',
    tests: ['test/worker/services/source-keys.test.ts'],
  },
  {
    id: 'key-of-one-event-opens-others',
    file: 'src/services/access.ts',
    find: 'identity.userId !== row.ownerId || isKeyOfOther(session, eventId)',
    replace: 'identity.userId !== row.ownerId',
    breaks: 'A key of one event reads, changes and counts at the other events of the account.',
    tests: ['test/worker/services/api-keys.test.ts'],
  },
  {
    id: 'key-revoked-takes-a-place',
    file: 'src/services/keys/own-keys.ts',
    find: 'isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, now())',
    replace: 'gt(apiKeys.expiresAt, now())',
    breaks: 'An account that has often changed its keys can create none any more.',
    tests: ['test/worker/services/api-keys.test.ts'],
  },
];
