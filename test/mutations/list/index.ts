import type { Mutation } from '../mutation.ts';
import { BILLING } from './billing.ts';
import { MACHINES } from './machines.ts';
import { OUTBOX } from './outbox.ts';
import { PERMISSIONS } from './permissions.ts';
import { PROTOCOL } from './protocol.ts';
import { REPORTS } from './reports.ts';
import { ROOM } from './room.ts';
import { SCREENS } from './screens.ts';

/** Each is applied alone. */
export const MUTATIONS: readonly Mutation[] = [
  ...ROOM,
  ...PROTOCOL,
  ...OUTBOX,
  ...REPORTS,
  ...MACHINES,
  ...BILLING,
  ...PERMISSIONS,
  ...SCREENS,
];
