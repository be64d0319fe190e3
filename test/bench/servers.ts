import { resolve } from 'node:path';
import { type RoomServer, startOnDisk, startRoomServer, workerOptions } from '../support/room-server.ts';
import type { Subject } from '../support/venue.ts';

export const startServer = (subject: Subject): Promise<RoomServer> =>
  subject === 'room'
    ? startRoomServer()
    : startOnDisk((stateDir) =>
        workerOptions({
          script: resolve(import.meta.dirname, 'baselines.mjs'),
          stateDir,
          objects: { OBJECT: subject === 'echo' ? 'Echo' : 'Naive' },
        }),
      );
