import type { D1Migration } from 'cloudflare:test';
import type { Env } from '../../src/env';
import type * as worker from '../../src/index';

declare global {
  namespace Cloudflare {
    interface Env extends AppEnv {
      TEST_MIGRATIONS: D1Migration[];
      /** For fuzzing; numbers as text. */
      FUZZ_SEED: string;
      FUZZ_RUNS: string;
      TEST_TIMEOUT_MS: string;
    }
    interface GlobalProps {
      mainModule: typeof worker;
    }
  }
}

/** Tests know the classes of the objects because they run inside them. */
interface AppEnv extends Omit<Env, 'ROOMS' | 'HUBS' | 'MONITOR' | 'RELAYS'> {
  ROOMS: DurableObjectNamespace<worker.EventRoom>;
  HUBS: DurableObjectNamespace<worker.AccountHub>;
  MONITOR: DurableObjectNamespace<worker.ServiceMonitor>;
  RELAYS: DurableObjectNamespace<worker.ViewerRelay>;
}
