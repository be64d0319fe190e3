import * as z from 'zod/mini';
import {
  SEAL_VERSION,
  type SealChain,
  SealChainSchema,
  type SealLink,
  SealLinkSchema,
} from '../../../../src/shared/sealed/schemas';
import { canonicalText } from '../../../../src/shared/sealed/sealing';
import { DAY_MS } from '../../../../src/shared/durations';
import { isCalendarDay } from '../../../../src/shared/rules/business-day';
import type { Finding } from './findings';

/** Seals in the order of a chain, and those entries that are none. */
export interface ReadChain {
  links: SealLink[];
  findings: Finding[];
}

/** An entry of a chain that a later release made, of whose seals this page knows nothing else. */
const NewerSchema = z.object({ seal: z.object({ version: z.int().check(z.gt(SEAL_VERSION)) }) });

const EntriesSchema = z.extend(SealChainSchema, { links: z.array(z.unknown()) });

/** More characters than a seal has. What is longer would only fill the page. */
const SEAL_MAX_LENGTH = 65_536;
/** A day has six files. */
const SEAL_FILES_MAX = 20;
/** A business day is longer than 25 hours only where its schedule or zone was changed, and then by two days at most. */
const SEAL_MAX_MS = 7 * DAY_MS;

/** Whether the text is a moment in the form in which seals have them. */
function isMoment(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString() === text;
}

/** Whether the seal can be one that an installation made. Its hash may be right in any case: anybody can make a hash. */
function isSeal({ seal }: SealLink): boolean {
  const names = new Set(seal.files.map(({ name }) => name));
  return (
    isCalendarDay(seal.day) &&
    [seal.startsAt, seal.endsAt, seal.closedAt, seal.sealedAt].every(isMoment) &&
    seal.startsAt < seal.endsAt &&
    Date.parse(seal.endsAt) - Date.parse(seal.startsAt) <= SEAL_MAX_MS &&
    names.size === seal.files.length &&
    names.size <= SEAL_FILES_MAX &&
    JSON.stringify(seal).length <= SEAL_MAX_LENGTH
  );
}

/**
 * Reads a chain seal by seal, so that a changed one can be named. Of a chain with a seal of a later version it reads none:
 * whoever made it decides what its files mean.
 * @throws {Error} it is no chain
 */
export function readChain(value: unknown): ReadChain {
  const { links: entries }: Omit<SealChain, 'links'> & { links: unknown[] } = z.parse(EntriesSchema, value);
  const newer = entries.findIndex((entry) => z.safeParse(NewerSchema, entry).success);
  if (newer >= 0) return { links: [], findings: [{ type: 'seal_newer', place: newer + 1 }] };
  const links: SealLink[] = [];
  const findings: Finding[] = [];
  for (const [i, entry] of entries.entries()) {
    const { success, data } = z.safeParse(SealLinkSchema, entry);
    // Parsing leaves out a member `__proto__`, which would not be in the hash then.
    if (success && isSeal(data) && canonicalText(data) === canonicalText(Object(entry))) links.push(data);
    else findings.push({ type: 'seal_unreadable', place: i + 1 });
  }
  return { links, findings };
}
