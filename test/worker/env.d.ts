import type { D1Migration } from 'cloudflare:test';
import type { Env } from '../../src/env';
import type * as worker from '../../src/index';

declare global {
  namespace Cloudflare {
    interface Env extends AppEnv {
      TEST_MIGRATIONS: D1Migration[];
    }
    interface GlobalProps {
      mainModule: typeof worker;
    }
  }
}

interface AppEnv extends Env {}
