import { BUILT_WORKER, migrateDatabase, roomOptions, type RoomServer, startOnDisk } from '../support/room-server.ts';

export interface LoadServer extends RoomServer {
  /** What the server said of failures, a line each. */
  readonly errorLines: readonly string[];
}

/** The built worker on workerd, state on disk. */
export async function startLoadServer(onError: (line: string) => void, script = BUILT_WORKER): Promise<LoadServer> {
  const errorLines: string[] = [];
  const server = await startOnDisk(
    (stateDir) =>
      roomOptions(script, stateDir, (line) => {
        errorLines.push(line);
        onError(line);
      }),
    migrateDatabase,
  );
  return { ...server, errorLines };
}
