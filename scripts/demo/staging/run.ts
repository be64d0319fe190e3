import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../test/support/loopback';
import { textOf } from '../../command';
import { download, exportPath, importEvent, listEvents } from '../../event/transfer';
import type { Installation } from '../../installation';
import type { Demo } from '../demo';
import { makeInvitation } from '../../invitation';
import { AREAS, FESTIVAL } from '../festival';
import { LiveEvent } from '../live/live-event';
import { fillFolder, type Run } from '../local';
import { invitationTo, logInAsOrganizer } from '../organizer';
import { enterAccount } from './account';
import { refuseProduction, stagingOrigin } from './target';

export interface StagingRun extends Run {
  /** The environment in wrangler.toml. */
  environment: string;
  /** Whether the crowd moves until the command ends. */
  isLive: boolean;
  email: string;
}

const installationAt = (url: string, token: string): Installation => ({ url, token, fetch, wait: (ms) => sleep(ms) });

async function readOrigin(environment: string): Promise<string> {
  // wrangler is slow to load, and the local demo does not need it.
  const { unstable_readConfig: readConfig } = await import('wrangler');
  const read = (env: string) => readConfig({ config: 'wrangler.toml', env });
  return stagingOrigin(environment, read('staging'), read('production'));
}

/**
 * Fills a folder of its own on this machine, because a deployed installation has no clock that clients can set, and
 * returns the event's file.
 */
async function makeFile(run: Run): Promise<Buffer> {
  const stateDir = mkdtempSync(join(tmpdir(), 'headroom-demo-'));
  const forget = () => rmSync(stateDir, { recursive: true, force: true });
  run.onEnd(forget);
  const operatorToken = randomBytes(16).toString('hex');
  const address = { stateDir, host: 'localhost', port: await freePort() };
  const { demo, server } = await fillFolder(run, address, true, { OPERATOR_TOKEN: operatorToken });
  const parts: Uint8Array[] = [];
  await download(installationAt(server.url, operatorToken), exportPath(demo.eventId), (part) => parts.push(part));
  await server.stop();
  forget();
  return Buffer.concat(parts);
}

/** Returns the ids of the account's demo events. */
async function findDemoEvents(target: Installation, account: string): Promise<string[]> {
  const found: string[] = [];
  try {
    await listEvents(target, ({ eventId, eventName, email }) => {
      if (email === account && eventName === FESTIVAL.eventName) found.push(eventId);
    });
  } catch (failure) {
    const reason = textOf(failure);
    throw new Error(`${target.url} refuses OPERATOR_TOKEN. Is it the secret of staging? It answers: ${reason}`, {
      cause: failure,
    });
  }
  return found;
}

/**
 * Brings the festival into staging, unless it is there already; with `fresh` the new one replaces it. With `isLive`
 * its crowd then moves until the command ends or the event is deleted.
 *
 * @throws {Error} staging cannot be found, refuses a call, or is production
 */
export async function runOnStaging(run: StagingRun): Promise<void> {
  const { environment, email, fresh, isLive, say } = run;
  const { OPERATOR_TOKEN, DEMO_PASSWORD } = process.env;
  if (!OPERATOR_TOKEN) throw new Error('OPERATOR_TOKEN is not set: the festival is imported with the operator’s call.');
  const url = await readOrigin(environment);
  await refuseProduction(url);
  const target = installationAt(url, OPERATOR_TOKEN);
  const earlier = await findDemoEvents(target, email);
  const { api, password, isNew } = await enterAccount(
    url,
    email,
    DEMO_PASSWORD,
    async () => (await makeInvitation(target)).token,
  );
  if (isNew) say(`${email} is a new account at ${url}. Its password is shown only now: ${password}`);
  let [eventId] = earlier;
  if (eventId === undefined || fresh) {
    const file = await makeFile(run);
    say(`Sending ${(file.length / 1e6).toFixed(1)} MB to ${url} …`);
    const read = (from: number, length: number) => file.toString('latin1', from, from + length);
    eventId = await importEvent(target, { size: file.length, read, close: () => {} }, { email, keepId: false });
    await api.makeDisplay(eventId);
    for (const replaced of earlier) await api.deleteEvent(replaced);
  } else say(`${FESTIVAL.eventName} is there already: -- --fresh replaces it.`);
  const areas = await api.listAreas(eventId);
  const areaIds = AREAS.map(({ name }) => areas.find(({ areaName }) => areaName === name)?.areaId ?? '');
  const demo: Demo = { email, password, eventId, areaIds };
  const organizer = await logInAsOrganizer(url, demo);
  if (organizer === null) throw new Error(`${FESTIVAL.eventName} was deleted meanwhile.`);
  say(await invitationTo(url, organizer, email));
  if (!isLive) return;
  say('The crowd moves until Ctrl-C.');
  const live = new LiveEvent(url, demo, FESTIVAL, () => say(`${FESTIVAL.eventName} was deleted.`));
  run.onEnd(() => live.stop());
  await live.run();
}
