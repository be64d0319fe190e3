import type { D1Migration } from 'cloudflare:test';
import type { Env } from '../../src/env';

declare global {
  namespace Cloudflare {
    interface Env extends AppEnv {
      TEST_MIGRATIONS: D1Migration[];
    }
    interface GlobalProps {
      mainModule: typeof import('../../src/index');
    }
  }
}

interface AppEnv extends Env {}
