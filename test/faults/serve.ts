import process from 'node:process';
import { startRoomServer } from '../support/room-server.ts';

/** `node serve.ts <worker.js> <state folder>` serves until its parent ends. It tells the parent its address. */
const [script = '', stateDir = ''] = process.argv.slice(2);
const server = await startRoomServer({ script, stateDir });
process.on('disconnect', () => void server.close().finally(() => process.exit()));
process.send?.(server.url.href);
