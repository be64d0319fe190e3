import { env } from 'cloudflare:workers';
import * as fc from 'fast-check';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { stopClock } from '../../support/clock';
import { anyCall, type CallPlan, ROUTES } from '../support/fuzz/call-plans';
import { watchDisturbances } from '../support/fuzz/disturbances';
import { send } from '../support/fuzz/route-calls';
import { factor, seed, step, Tally } from '../support/fuzz/run';
import { accountState, checkCounts, Counts } from '../support/fuzz/world-checks';
import { createWorld, type Principal, PRINCIPALS } from '../support/permissions/world';

/** The most calls on one world. */
const BATCH = 80;
/**
 * The average number of calls in a run, a little below the real one, so that every seed reaches the required number.
 */
const CALLS_A_RUN = 8;

/**
 * The principals that may do something in the event, and all others. Neither group may change the account of the other.
 */
const INSIDERS: readonly Principal[] = [
  'owner',
  'manager',
  'supervisor',
  'viewer',
  'elsewhereSupervisor',
  'code',
  'readKey',
  'countKey',
  'manageKey',
  'otherEventKey',
  'elsewhereKey',
];
const STRANGERS = PRINCIPALS.filter((who) => !INSIDERS.includes(who));

const tally = new Tally();
const disturbances = watchDisturbances();
beforeEach(() => stopClock());
afterAll(() => disturbances.stop());

/** Calls that delete what later calls need. */
const ENDS =
  /^DELETE \/api\/(users|events\/:eventId|areas|alert-recipients|members)|^POST .*(\/access-code|\/login|\/logout|\/display|\/leave|\/session\/account|\/accept)$|^POST .*\/users\/password$/;

/**
 * The state without what an inspector's link notes of its openings, and without sessions of people who were invited: whoever
 * has such a link may open it.
 */
const withoutLinks = (state: unknown): unknown =>
  JSON.parse(
    JSON.stringify(state, (key, value: unknown) => {
      if (key === 'openings' || key === 'last_opened_at') return undefined;
      const isOfLink = (row: { kind?: unknown; token_hash?: unknown } | null) =>
        row?.kind === 'inspection_opened' || String(row?.token_hash).startsWith('member:');
      return Array.isArray(value) ? value.filter((row) => !isOfLink(row)) : value;
    }),
  );
const USES_LINK = /^POST .*\/(openings|accept)$/;

/**
 * Makes the calls until one of them ends the run. Returns the stored state of the account that none of them may change,
 * before and after.
 */
async function run(camp: readonly Principal[], plans: readonly CallPlan[]) {
  const world = await createWorld();
  const isInside = camp === INSIDERS;
  const bystander = isInside ? world.clients.other : world.clients.owner;
  const { eventId } = isInside ? world.foreign.event : world.event;
  const before = await accountState(bystander, eventId, Date.now());
  const counts = new Counts(world);
  let isOver = false;
  let isOpened = false;
  for (const plan of plans) {
    if (isOver) break;
    tally.add(plan.route);
    step();
    const { route, answer, isTaken } = await send(world, plan, counts);
    if (isTaken) isOver = ENDS.test(route);
    isOpened ||= isTaken && USES_LINK.test(route);
    const heard = disturbances.take();
    if (heard.length > 0) throw new Error(`${plan.route}: ${answer.text}\n${heard.join('\n')}`);
  }
  if (isInside && !isOver) await checkCounts(counts);
  const after = await accountState(bystander, eventId, Date.now());
  return isOpened ? { before: withoutLinks(before), after: withoutLinks(after) } : { before, after };
}

/** The calls of a run of length 1. */
const CALLS = 1_500;

/** Each part starts with an empty runtime. A runtime that has handled thousands of calls and rooms gets slow. */
const PARTS = Array.from({ length: 3 }, (_, part) => part);

test.each(PARTS)(
  'any input to any route is answered as documented and changes only what it may (part %i)',
  async (part) => {
    const numRuns = Math.ceil((CALLS * factor) / PARTS.length / CALLS_A_RUN);
    const camps = fc.constantFrom(INSIDERS, STRANGERS);
    const runs = camps.chain((camp) =>
      fc.tuple(fc.constant(camp), fc.array(anyCall(camp), { minLength: 1, maxLength: BATCH, size: 'max' })),
    );
    await fc.assert(
      fc.asyncProperty(runs, async ([camp, plans]) => {
        // A failed run leaves its errors behind, and fast-check then shrinks it.
        disturbances.take();
        const { before, after } = await run(camp, plans);
        expect(after).toEqual(before);
        expect(disturbances.take()).toEqual([]);
      }),
      { seed: seed + part, numRuns },
    );
  },
);

test('each route has enough calls', () => {
  const made = `seed ${env.FUZZ_SEED}, ${tally.total} calls\n${tally.table}`;
  expect(tally.total, made).toBeGreaterThanOrEqual(CALLS * factor);
  const aQuarterOfItsShare = Math.floor((CALLS * factor) / ROUTES.length / 4);
  for (const route of ROUTES) expect(tally.of(route), `${route}\n${made}`).toBeGreaterThanOrEqual(aQuarterOfItsShare);
});
