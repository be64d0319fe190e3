import { env as variables, waitUntil } from 'cloudflare:workers';
import { app } from './app';
import { openDatabase } from './db/client';
import { type Env, isBillingOn } from './env';
import { startErrorReporting } from './observability/error-reporting';
import { getHub, getRoom } from './rpc/objects';
import { backUp } from './services/backups/back-up';
import { remindAccountHubs } from './services/hourly';
import { forgetExpired } from './services/hourly';

startErrorReporting(variables, waitUntil);

export { AccountHub } from './hub/account-hub';
export { EventRoom } from './room/event-room';

export default {
  fetch: app.fetch,
  /** Runs every hour (wrangler.toml). */
  scheduled: async (controller: ScheduledController, env: Env): Promise<void> => {
    const db = openDatabase(env.DB);
    const now = () => controller.scheduledTime;
    await forgetExpired({ db, now });
    await remindAccountHubs({ db, hub: (userId) => getHub(env, userId), isBillingOn: isBillingOn(env), now });
    await backUp(env.BACKUPS, { db, now, room: (ref) => getRoom(env, ref), requestId: 'cron' });
  },
} satisfies ExportedHandler<Env>;
