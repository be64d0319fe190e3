import type { Mutation } from '../mutation';

export const ROOM: readonly Mutation[] = [
  {
    id: 'room-undo-ignores-floor',
    file: 'src/room/counting/counting.ts',
    find: 'tap.undone ? 0 - tap.undone.floored : 0',
    replace: '0',
    breaks: 'The undo of an exit for which nobody was left inside adds a person to the area who was never there.',
    tests: ['test/unit/room/counting.test.ts', 'test/room/counting.test.ts'],
  },
  {
    id: 'room-entry-gives-back-earlier-exits',
    file: 'src/room/counting/late-outs.ts',
    find: 'from <= occurredAt || ',
    replace: '',
    breaks:
      'People who left before somebody came in are taken off those who came, because the area remembers other exits.',
    tests: ['test/unit/room/late-outs.test.ts'],
  },
  {
    id: 'room-given-back-twice',
    file: 'src/room/counting/late-outs.ts',
    find: 'given: floor.given - people };',
    replace: 'given: floor.given };',
    breaks: 'After the undo of an exit, the undo of the entry that gave it back takes the same people back once more.',
    tests: ['test/unit/room/late-outs.test.ts'],
  },
  {
    id: 'room-known-seq-counts-again',
    file: 'src/room/counting/flush-pipeline.ts',
    find: 'if (seq === next) {',
    replace: 'if (seq <= next) {',
    breaks: 'Taps that a device sends again after a lost ack count twice.',
    tests: ['test/room/counting.test.ts', 'test/room/durability.test.ts'],
  },
  {
    id: 'room-undo-twice',
    file: 'src/room/counting/draft.ts',
    find: 'if (rows.some((row) => row.undoes === seq)) return undefined;',
    replace: '',
    breaks: 'One tap can be undone any number of times, and each undo changes the count.',
    tests: ['test/unit/room/counting.test.ts', 'test/room/counting.test.ts'],
  },
  {
    id: 'room-transfer-from-empty-area',
    file: 'src/room/counting/draft.ts',
    find: ' || otherDoes.effect.floored > 0',
    replace: '',
    breaks: 'A transfer out of an area with too few people adds people to the venue whom nobody has counted.',
    tests: ['test/unit/room/draft.test.ts', 'test/room/counting.test.ts'],
  },
  {
    id: 'room-reset-forgets-when',
    file: 'src/room/state/room-state.ts',
    find: 'countsFrom: now, ',
    replace: '',
    breaks: 'After a reset or recount, earlier taps that arrive late change the new count.',
    tests: ['test/room/counting.test.ts', 'test/worker/services/areas.test.ts'],
  },
  {
    id: 'room-higher-alert-counts-as-seen',
    file: 'src/room/live/alerts.ts',
    find: 'threshold < over.threshold',
    replace: 'threshold > over.threshold',
    breaks: 'An alert that rises to a higher threshold shows as acknowledged although nobody has seen it.',
    tests: ['test/room/alerts.test.ts', 'test/room/alerts.test.ts'],
  },
  {
    id: 'room-changed-day-not-due',
    file: 'src/room/storage/active-days.ts',
    find: 'attempts = 0, due_at = excluded.due_at',
    replace: 'attempts = 0',
    breaks: 'A day that begins within the free trial and continues after it never reaches billing.',
    tests: ['test/room/days.test.ts', 'test/room/delivery.test.ts'],
  },
  {
    id: 'room-displays-take-places-of-devices',
    file: 'src/room/sockets/connections.ts',
    find: 'this.size - this.viewers - this.streams < socketsPerRoom',
    replace: 'this.size < socketsPerRoom',
    breaks: 'Many open displays keep the counting devices of the event from connecting.',
    tests: ['test/unit/room/connections.test.ts', 'test/room/limits.test.ts', 'test/room/displays.test.ts'],
  },
  {
    id: 'room-counts-before-it-is-stored',
    file: 'src/room/counting/flush-pipeline.ts',
    find: `      if (!draft.isEmpty) isOutdated = store.commit(draft);
`,
    replace: `      if (!draft.isEmpty) memory.apply(draft);
      if (!draft.isEmpty) isOutdated = store.commit(draft);
`,
    breaks: 'Taps that the storage could not take appear in the count and count again when they are sent again.',
    tests: ['test/room/durability.test.ts', 'test/worker/room/storage-full.test.ts', 'test/room/connections.test.ts'],
  },
  {
    id: 'room-restart-forgets-logged-seqs',
    file: 'src/room/storage/room-store.ts',
    find: 'pending ?? this.clients.of(clientId)',
    replace: 'this.clients.of(clientId) ?? pending',
    breaks: 'After a restart of the room, taps that a device sends again count twice.',
    tests: ['test/room/counting.test.ts', 'test/room/durability.test.ts'],
  },
  {
    id: 'room-log-generation-stays',
    file: 'src/room/storage/flush-log.ts',
    find: 'this.#generation += 1;',
    replace: '',
    breaks:
      'A restart of the room loses the taps that were acknowledged since the log was last written into the tables.',
    tests: ['test/room/durability.test.ts', 'test/room/durability.test.ts'],
  },
];
