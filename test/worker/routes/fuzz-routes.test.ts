import { env } from 'cloudflare:workers';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../../src/lib/password';
import { PASSWORD } from '../support/accounts';
import { type Call, perform, prepare, ROUTES } from '../support/fuzz/calls';
import { watchDisturbances } from '../support/fuzz/disturbances';
import { EFFECTS } from '../support/fuzz/effects';
import { checkAnswer, isCall } from '../support/fuzz/oracle';
import { RECIPES } from '../support/fuzz/recipes';
import { anyCall, type CallPlan } from '../support/fuzz/requests';
import { factor, INPUTS, seed, stoppedClock, Tally, TIMEOUT_MS } from '../support/fuzz/run';
import { expectWorld, visit } from '../support/fuzz/world-check';
import { World } from '../support/fuzz/world';

/** Calls on one world, at the most, before all of it is compared with the model. */
const BATCH = 80;
/** On average, a little less than there are: no seed stays below what is to be tried. */
const CALLS_A_RUN = 28;

const tally = new Tally();
const disturbances = watchDisturbances();
const clock = stoppedClock();
let passwordHash = '';
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => {
  disturbances.stop();
  clock.restore();
});

async function makeCall(world: World, plan: CallPlan): Promise<Call> {
  clock.step();
  const call = prepare(world, plan);
  const answer = await perform(call);
  checkAnswer(call, answer);
  const isTaken = answer.status < 400;
  if (plan.isRight) expect(isTaken || answer.status === 503, `${answer.status} ${answer.text}`).toBe(true);
  if (isTaken && isCall(call.url) && call.method !== 'HEAD') {
    const effect = EFFECTS[call.route ?? ''];
    if (!effect) throw new Error(`${call.method} ${call.url.pathname} is no call, and was taken`);
    await effect(world, call, answer);
  }
  expect(disturbances.take()).toEqual([]);
  return call;
}

test('every route of the app has a recipe and an effect', () => {
  expect(Object.keys(RECIPES).toSorted()).toEqual(ROUTES.toSorted());
  expect(Object.keys(EFFECTS).toSorted()).toEqual(ROUTES.toSorted());
});

/** Each part starts with an empty runtime: one that has seen thousands of calls and rooms gets slow. */
const PARTS = Array.from({ length: 3 }, (_, part) => part);

test.each(PARTS)(
  'whatever is sent to whichever route is answered as documented, and changes only what it may (part %i)',
  { timeout: TIMEOUT_MS },
  async (part) => {
    const numRuns = Math.ceil((INPUTS.routes * factor) / PARTS.length / CALLS_A_RUN);
    const calls = fc.array(anyCall(ROUTES), { minLength: 1, maxLength: BATCH, size: 'max' });
    await fc.assert(
      fc.asyncProperty(calls, fc.integer({ min: 0, max: 7 }), async (plans, lock) => {
        // A run that failed leaves its own behind, and is then made smaller.
        disturbances.take();
        const introduce = async (token: string, event: { eventId: string }) => void (await visit(token, event.eventId));
        const world = await World.create({ now: () => clock.now, passwordHash, isLocked: lock === 0, introduce });
        for (const plan of plans) {
          tally.add(plan.route);
          await makeCall(world, plan);
          await world.repair();
        }
        await expectWorld(world);
        expect(disturbances.take()).toEqual([]);
      }),
      { seed: seed + part, numRuns },
    );
  },
);

test('enough was tried, of each route', () => {
  expect(INPUTS.routes + INPUTS.frames + INPUTS.hub).toBeGreaterThanOrEqual(10_000);
  console.log(`seed ${env.FUZZ_SEED}, ${tally.total} calls\n${tally.table}`);
  expect(tally.total).toBeGreaterThanOrEqual(INPUTS.routes * factor);
  const aQuarterOfItsShare = Math.floor((INPUTS.routes * factor) / ROUTES.length / 4);
  for (const route of ROUTES) expect(tally.of(route), route).toBeGreaterThanOrEqual(aQuarterOfItsShare);
});
