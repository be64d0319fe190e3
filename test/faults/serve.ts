import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { Miniflare } from 'miniflare';
import { migrateDatabase, roomOptions } from '../support/room-server.ts';

/** `node serve.ts <worker.js> <state folder>`: serves until its parent is gone, to which it tells where. */
const [script = '', stateDir = ''] = process.argv.slice(2);
const isNew = !existsSync(join(stateDir, 'd1'));
const mf = new Miniflare(roomOptions(script, stateDir));
const url = await mf.ready;
if (isNew) await migrateDatabase(mf);
process.on('disconnect', () => void mf.dispose().finally(() => process.exit()));
process.send?.(url.href);
