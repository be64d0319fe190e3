import { join, resolve } from 'node:path';
import { type RoomServer, startOnDisk, startRoomServer } from '../support/room-server.ts';
import type { Subject } from '../support/venue.ts';

export const startServer = (subject: Subject): Promise<RoomServer> =>
  subject === 'room'
    ? startRoomServer()
    : startOnDisk((stateDir) => ({
        port: 0,
        compatibilityDate: '2026-07-01',
        durableObjectsPersist: join(stateDir, 'do'),
        modules: true,
        scriptPath: resolve(import.meta.dirname, 'baselines.mjs'),
        durableObjects: { OBJECT: { className: subject === 'echo' ? 'Echo' : 'Naive', useSQLite: true } },
      }));
