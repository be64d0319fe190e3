import { invalid } from './refusal';
import type { World } from './world';

type Json = Record<string, unknown>;

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;

export interface PageParams {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** A list as Stripe pages it, the newest first. `items` come in the order in which they were made. */
export function page<T extends { id: string }>(url: string, items: Iterable<T>, params: PageParams) {
  const { limit = DEFAULT_LIMIT, starting_after: after, ending_before: before } = params;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw invalid(`Invalid limit: must be between 1 and ${MAX_LIMIT}`, { param: 'limit' });
  }
  const all = [...items].toReversed();
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const end = before === undefined ? all.length : all.findIndex(({ id }) => id === before);
  const rest = all.slice(start, end);
  const data = before === undefined ? rest.slice(0, limit) : rest.slice(-limit);
  return { object: 'list', data, has_more: rest.length > limit, url };
}

/** Lists that an object shows only when asked for. */
function included(world: World, object: Json, key: string): unknown {
  const { id } = object;
  if (object['object'] !== 'customer' || typeof id !== 'string') return undefined;
  if (key === 'subscriptions') {
    const current = world.subscriptionsOf(id).filter(({ status }) => status !== 'canceled');
    return page(`/v1/customers/${id}/subscriptions`, current, {});
  }
  if (key !== 'tax_ids') return undefined;
  const taxIds = [...world.taxIds.values()].filter(({ customer }) => customer === id);
  return page(`/v1/customers/${id}/tax_ids`, taxIds, {});
}

function expand(world: World, value: unknown, path: readonly string[], whole: string): void {
  if (Array.isArray(value)) {
    for (const item of value) expand(world, item, path, whole);
    return;
  }
  const [key, ...rest] = path;
  if (key === undefined || !isRecord(value)) return;
  const inner = value[key];
  const expanded = typeof inner === 'string' ? world.find(inner) : (inner ?? included(world, value, key));
  if (expanded === undefined) throw invalid(`This property cannot be expanded (${whole}).`, { param: 'expand' });
  value[key] = typeof inner === 'object' ? inner : structuredClone(expanded);
  expand(world, value[key], rest, whole);
}

/** The answer apart from what is kept, with the ids that the call asked for expanded. */
export function answerOf(world: World, object: unknown, paths: readonly string[]): unknown {
  const answer: unknown = structuredClone(object);
  for (const path of paths) expand(world, answer, path.split('.'), path);
  return answer;
}

/** Metadata after an update: an empty value takes its key away, an empty whole takes all. */
export function mergeMetadata(
  old: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string | number | null>> | '' | null | undefined,
): Record<string, string> {
  if (change === undefined) return { ...old };
  if (change === '' || change === null) return {};
  const merged = { ...old, ...change };
  const kept = Object.entries(merged).filter(([, value]) => value !== '' && value !== null);
  return Object.fromEntries(kept.map(([key, value]) => [key, String(value)]));
}

/** An empty text is how a form says null. */
export const textOrNull = (text: string | null | undefined): string | null => text || null;
