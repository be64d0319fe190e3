import * as z from 'zod/mini';
import { ConfigSchema } from '../../../src/shared/schemas/system';
import { connectionTrouble } from '../../command';

/** The fields of one environment in wrangler.toml, as wrangler reads them, from which its addresses follow. */
export interface Addresses {
  vars: Readonly<Record<string, unknown>>;
  routes?: readonly (string | { pattern: string })[] | undefined;
}

function originOf({ vars }: Addresses): string {
  const origin = vars['PUBLIC_ORIGIN'];
  return typeof origin === 'string' ? origin : '';
}

/** The hosts at which an environment answers, as far as wrangler.toml names them. */
function hostsOf(environment: Addresses): string[] {
  const routes = (environment.routes ?? []).map((route) => (typeof route === 'string' ? route : route.pattern));
  return [originOf(environment), ...routes].map((address) => address.replace(/^https?:\/\//, '').replace(/\/.*$/, ''));
}

/**
 * Returns the origin of staging. The demo goes nowhere else: the address comes from wrangler.toml alone, so that nobody
 * can name production by mistake.
 *
 * @throws {Error} another environment is named, staging has no address, or it has one of production's
 */
export function stagingOrigin(environment: string, staging: Addresses, production: Addresses): string {
  if (environment !== 'staging') throw new Error(`The demo goes to staging only, not to ${environment}.`);
  const origin = originOf(staging);
  if (!URL.canParse(origin)) {
    throw new Error('wrangler.toml does not say where staging is: set PUBLIC_ORIGIN in [env.staging.vars].');
  }
  if (hostsOf(production).includes(new URL(origin).host)) {
    throw new Error(`wrangler.toml says that ${origin} is staging and production: nothing was sent.`);
  }
  return origin;
}

/**
 * Asks the target for its environment, which it tells if error reporting is on.
 *
 * @throws {Error} the target says that it is production, or is no Headroom, or does not answer
 */
export async function refuseProduction(origin: string): Promise<void> {
  const answer = await fetch(new URL('/api/config', origin)).catch((error: unknown) => {
    throw new Error(`Nothing answers at ${origin}: ${connectionTrouble(error)}`, { cause: error });
  });
  const config = z.safeParse(ConfigSchema, await answer.json().catch(() => null)).data;
  if (config === undefined) throw new Error(`No Headroom answers at ${origin}. Is staging deployed?`);
  if (config.errorReporting?.environment === 'production') {
    throw new Error(`${origin} says that it is production: nothing was sent.`);
  }
}
