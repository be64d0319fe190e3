import type { Context } from 'hono';
import type { AppEnv } from '../../services/context';
import { type PageQuery, readPage } from '../../services/page';
import type { Parameter } from '../call';

/** The query parameters of a list that can be read page by page. @param entries what `limit` counts, as "events" */
export const pageParameters = (entries: string, max: number): readonly Parameter[] => [
  {
    name: 'limit',
    in: 'query',
    description: `How many ${entries} the answer has at most. Without it, the answer has all of them.`,
    schema: { type: 'integer', minimum: 1, maximum: max },
  },
  {
    name: 'after',
    in: 'query',
    description: 'The `next` of the page before. Without it, the list begins with the first entry.',
  },
];

/** The same parameters of a call whose answer is an array. */
export const arrayPageParameters = (entries: string, max: number): readonly Parameter[] =>
  pageParameters(entries, max).map((parameter) =>
    parameter.name === 'after' ? { ...parameter, description: AFTER_IN_LINK } : parameter,
  );

const AFTER_IN_LINK =
  'Where the list begins. If there is a next page, the answer’s `Link` header has its address, with `rel="next"`. ' +
  'Without this parameter, the list begins with the first entry.';

export const pageOf = (c: Context<AppEnv>, max: number): PageQuery => readPage(c.req.query(), max);

/** Names the next page of an array in the answer's Link header (RFC 8288). */
export function linkNext(c: Context<AppEnv>, { limit }: PageQuery, next: string | null): void {
  if (limit === null || next === null) return;
  c.header(
    'Link',
    `<${c.req.path}?${new URLSearchParams({ limit: String(limit), after: next }).toString()}>; rel="next"`,
  );
}
