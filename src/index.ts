import { env as variables, waitUntil } from 'cloudflare:workers';
import { app } from './app';
import { openDatabase } from './db/client';
import { type Env, isBillingOn, publicOrigin } from './env';
import { openNotedMail } from './monitor/noted-mail';
import { startErrorReporting } from './observability/error-reporting';
import { getHub, getMonitor, getRoom } from './rpc/objects';
import { backUp } from './services/backups/back-up';
import { openBackups } from './services/backups/bucket';
import { endSessionsOfOldPasswords, forgetExpired, remindAccountHubs } from './services/hourly';
import { mailKeyEnds } from './services/keys/mail-key-ends';
import { forgetEndedSecondSteps } from './services/second-steps/reset';
import { readReadiness } from './services/readiness/read';

startErrorReporting(variables, waitUntil);

export { AccountHub } from './hub/account-hub';
export { ServiceMonitor } from './monitor/service-monitor';
export { ViewerRelay } from './relay/viewer-relay';
export { EventRoom } from './room/event-room';

/** The cron of wrangler.toml that is not the hourly one. */
const EVERY_MINUTE = '* * * * *';

/** What the log has in place of a request's id. */
const CRON = 'cron';

/** Rejects if nothing could be measured or the monitor is out of reach. Then no heartbeat is sent, which tells the operator. */
async function everyMinute(env: Env): Promise<void> {
  await getMonitor(env).check(await readReadiness(env));
}

async function everyHour(env: Env, scheduledAt: number): Promise<void> {
  const db = openDatabase(env.DB);
  const now = () => scheduledAt;
  const hub = (userId: string) => getHub(env, userId);
  await forgetExpired({ db, now });
  await endSessionsOfOldPasswords({ db, hub, requestId: CRON });
  await forgetEndedSecondSteps({ db, now, backups: openBackups(env) });
  await mailKeyEnds({ db, now, sendMail: openNotedMail(env), publicOrigin: publicOrigin(env) });
  await remindAccountHubs({ db, hub, isBillingOn: isBillingOn(env), now });
  await backUp(openBackups(env), {
    db,
    now,
    room: (ref) => getRoom(env, ref),
    monitor: () => getMonitor(env),
    afterAnswer: (work) => waitUntil(work()),
    requestId: CRON,
  });
}

export default {
  fetch: app.fetch,
  /** Runs when a cron of wrangler.toml is due. */
  scheduled: async ({ cron, scheduledTime }: ScheduledController, env: Env): Promise<void> => {
    await (cron === EVERY_MINUTE ? everyMinute(env) : everyHour(env, scheduledTime));
  },
} satisfies ExportedHandler<Env>;
