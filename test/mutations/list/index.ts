import type { Mutation } from '../mutation.ts';
import { BILLING } from './billing.ts';
import { OUTBOX } from './outbox.ts';
import { PERMISSIONS } from './permissions.ts';
import { PROTOCOL } from './protocol.ts';
import { REPORTS } from './reports.ts';
import { ROOM } from './room.ts';
import { SCREENS } from './screens.ts';

/** Sixty faults, each applied alone. */
export const MUTATIONS: readonly Mutation[] = [
  ...ROOM,
  ...PROTOCOL,
  ...OUTBOX,
  ...REPORTS,
  ...BILLING,
  ...PERMISSIONS,
  ...SCREENS,
];
