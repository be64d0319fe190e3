import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import worker from '../../../src/index';
import { startAfresh } from './fresh';

/** The bucket of the backups, and an installation that loses everything else. */

export const bucket = (): R2Bucket => env.BACKUPS ?? expect.fail('There is no bucket');
export const cron = (at: number) => worker.scheduled(createScheduledController({ scheduledTime: at }), env);
export const keys = async () => (await bucket().list()).objects.map(({ key }) => key);
export const rowsIn = async (table: string) =>
  (await env.DB.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()).results;
export const textOf = async (key: string) => await ((await bucket().get(key)) ?? expect.fail(key)).text();

const timeOf = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
export const databaseKey = (at: number) => `local/database/${timeOf(at)}.ndjson`;
export const eventKey = (eventId: string, at: number) => `local/events/${eventId}/${timeOf(at)}.ndjson`;

/** Empties D1, rooms and bucket, and puts the files back. */
export async function loseAll(): Promise<void> {
  const files = await Promise.all((await keys()).map(async (key) => [key, await textOf(key)] as const));
  await startAfresh();
  for (const [key, text] of files) await bucket().put(key, text);
}
