import { JURISDICTIONS } from '../../src/rpc/identity.ts';
import { SIGN_UP_MODES } from '../../src/shared/rules/sign-up.ts';
import { FEATURES } from './features.ts';
import { LOCATIONS } from './resources.ts';

/** What an operator decides about an environment, by options or on a terminal. */
export interface SetupOptions {
  environment: string;
  /** The environment from which this one must stay separate. */
  other: string;
  isDryRun: boolean;
  domain?: string | undefined;
  supportEmail?: string | undefined;
  retentionMonths?: string | undefined;
  signUp?: string | undefined;
  location?: string | undefined;
  jurisdiction?: string | undefined;
  hasBackups: boolean;
  features: readonly string[];
  isNewOperatorToken: boolean;
}

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
const MONTHS = /^[1-9]\d{0,3}$/;

/** Says, in one sentence each, which options cannot be meant. */
export function wrongOptions(options: SetupOptions): string[] {
  const { domain, supportEmail, retentionMonths, signUp, location, jurisdiction, features } = options;
  const wrong: string[] = [];
  if (domain !== undefined && !DOMAIN.test(domain)) {
    wrong.push(`--domain wants a name such as headroom.example.com, without https:// and path, not ${domain}.`);
  }
  if (supportEmail !== undefined && !/^\S+@\S+$/.test(supportEmail)) {
    wrong.push(`--support-email wants an address, not ${supportEmail}.`);
  }
  if (retentionMonths !== undefined && !MONTHS.test(retentionMonths)) {
    wrong.push(`--retention-months wants a number of months, not ${retentionMonths}.`);
  }
  if (signUp !== undefined && !SIGN_UP_MODES.some((known) => known === signUp)) {
    wrong.push(`--sign-up wants one of ${SIGN_UP_MODES.join(', ')}, not ${signUp}.`);
  }
  if (location !== undefined && !LOCATIONS.includes(location)) {
    wrong.push(`--location wants one of ${LOCATIONS.join(', ')}, not ${location}.`);
  }
  if (jurisdiction !== undefined && !JURISDICTIONS.some((known) => known === jurisdiction)) {
    wrong.push(`--jurisdiction wants one of ${JURISDICTIONS.join(', ')}, not ${jurisdiction}.`);
  }
  if (location && jurisdiction)
    wrong.push('Give --location or --jurisdiction, not both: a jurisdiction decides the location.');
  for (const name of features.filter((feature) => !FEATURES.some((known) => known.name === feature))) {
    wrong.push(`--with knows ${FEATURES.map((feature) => feature.name).join(', ')}, not ${name}.`);
  }
  return wrong;
}
