import type { Mutation } from '../mutation';

export const OUTBOX: readonly Mutation[] = [
  {
    id: 'outbox-deletes-one-tap-more',
    file: 'web/src/realtime/outbox/outbox.ts',
    find: 'this.#settledThrough = this.#firstSeq - 1;',
    replace: 'this.#settledThrough = this.#firstSeq;',
    breaks:
      'An ack deletes the next stored tap as well. That tap is lost when the page crashes before it is delivered.',
    tests: [
      'test/web/realtime/outbox-crash.test.ts',
      'test/web/realtime/outbox-store.test.ts',
      'test/web/realtime/outbox-store.test.ts',
    ],
  },
  {
    id: 'outbox-store-trusts-an-open-transaction',
    file: 'web/src/realtime/outbox/outbox-store.ts',
    find: 'await Promise.all([work(tx), endOf(tx)])',
    replace: '[await work(tx), endOf(tx)]',
    breaks:
      'A tap counts as stored before its transaction is committed. When the storage is full, nobody is told, and the tap is gone after a reload.',
    tests: ['test/web/realtime/outbox-store.test.ts', 'test/web/realtime/outbox-crash.test.ts'],
  },
  {
    id: 'calls-go-on-in-the-name-of-another-login',
    file: 'web/src/realtime/principal.ts',
    find: `if (isReplaced()) return ENDED;
    const outcome`,
    replace: 'const outcome',
    breaks:
      'After a login in another tab, polling still delivers the taps of the previous user in the name of the new user.',
    tests: [
      'test/web/realtime/adoption.test.ts',
      'test/web/realtime/polling.test.ts',
      'test/web/window/unsent-taps.test.tsx',
    ],
  },
  {
    id: 'list-counts-unsent-taps-twice',
    file: 'web/src/realtime/view/reducer.ts',
    find: 'state.own.has(area.areaId) || state.inDoubt.has(area.areaId)',
    replace: 'state.inDoubt.has(area.areaId)',
    breaks: 'A list of areas that arrives while a tap waits for its ack shows that tap twice.',
    tests: [
      'test/web/realtime/reducer.test.ts',
      'test/web/realtime/reducer-model.test.ts',
      'test/web/realtime/reducer-model.test.ts',
    ],
  },
  {
    id: 'undo-keeps-the-old-number',
    file: 'web/src/realtime/view/undo-history.ts',
    find: '[{ seq: now, tap }]',
    replace: '[{ seq, tap }]',
    breaks: 'After the waiting taps get new numbers, undo takes back a different tap than the one that it names.',
    tests: ['test/web/realtime/undo-history.test.ts', 'test/web/realtime/outbox-crash.test.ts'],
  },
  {
    id: 'retry-leaves-the-batch-in-flight',
    file: 'web/src/realtime/outbox/tap-pump.ts',
    find: `this.#outbox.rewind();
    this.stop();`,
    replace: 'this.stop();',
    breaks: 'After the room has asked this device to wait, the device sends no tap until it reconnects.',
    tests: ['test/web/realtime/too-many-taps.test.ts', 'test/web/realtime/channel.test.ts'],
  },
  {
    id: 'polling-starts-an-attempt-late',
    file: 'web/src/realtime/socket/link.ts',
    find: 'this.#failures >= RECONNECT_ATTEMPTS',
    replace: 'this.#failures > RECONNECT_ATTEMPTS',
    breaks: 'In a network that blocks sockets, taps and counts wait a minute longer before polling takes over.',
    tests: ['test/web/realtime/link.test.ts', 'test/web/realtime/polling.test.ts'],
  },
  {
    id: 'remembered-numbers-look-live',
    file: 'web/src/realtime/connection-state.ts',
    find: `live = connection !== 'disconnected' && !remembered`,
    replace: `live = connection !== 'disconnected'`,
    breaks: 'The counts of an earlier page load look live while the app is still connecting.',
    tests: ['test/web/realtime/connection-state.test.ts', 'test/web/realtime/connection-state.test.ts'],
  },
  {
    id: 'worker-drops-a-build-in-use',
    file: 'web/service-worker/kept-builds.ts',
    find: 'used.every((file)',
    replace: 'used.some((file)',
    breaks:
      'When two pages with different versions are open, the older page loses the files that it has not loaded yet.',
    tests: ['test/unit/web/service-worker/kept-builds.test.ts'],
  },
];
