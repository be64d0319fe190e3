import { once } from 'node:events';
import process from 'node:process';
import { createDoor } from '../../scripts/local/door/front-door.ts';

/** The front door of `npm start`, before the runtime whose URL is the argument. It tells its port and ends with its parent. */
const [, , runtime = ''] = process.argv;
const door = createDoor({ runtime: Promise.resolve(new URL(runtime)), proxies: null }).listen(0, '127.0.0.1');
process.on('disconnect', () => process.exit(0));
await once(door, 'listening');
process.send?.(door.address());
