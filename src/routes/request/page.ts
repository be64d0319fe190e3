import type { Context } from 'hono';
import type { AppEnv } from '../../services/context';
import { readPage, type Page } from '../../services/page';
import type { Parameter } from '../call';

/** The query parameters of a list that can be read in parts. @param entries what `limit` counts, as "events" */
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
    description:
      'Where the answer begins: the `next` of the part before. Without it, the answer begins with the first.',
  },
];

/** The same parameters of a call whose answer is an array. */
export const arrayPageParameters = (entries: string, max: number): readonly Parameter[] =>
  pageParameters(entries, max).map((parameter) =>
    parameter.name === 'after'
      ? { ...parameter, description: `${AFTER_IN_LINK} Without it, the answer begins with the first.` }
      : parameter,
  );

const AFTER_IN_LINK =
  'Where the answer begins. If there is more, the `Link` header of an answer has the address of the next part, with ' +
  '`rel="next"`.';

export const pageOf = (c: Context<AppEnv>, max: number): Page => readPage(c.req.query(), max);

/** Names the next part of an array in the answer's Link header (RFC 8288). */
export function linkNext(c: Context<AppEnv>, { limit }: Page, next: string | null): void {
  if (limit === null || next === null) return;
  c.header(
    'Link',
    `<${c.req.path}?${new URLSearchParams({ limit: String(limit), after: next }).toString()}>; rel="next"`,
  );
}
