import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { ErrorCode } from '../../../../src/shared/errors';
import { expectDocumented } from '../documented';
import { type Answer, type Call, decoded } from './calls';

/** Design section 5: what a call may be refused with. A code that is not here belongs to frames, or is new. */
const REFUSALS: Partial<Record<ErrorCode, number>> = {
  invalid_input: 400,
  invalid_json: 400,
  reload_needed: 400,
  invalid_reset_link: 400,
  upgrade_required: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  forbidden: 403,
  confirmation_needed: 403,
  foreign_origin: 403,
  client_id_taken: 403,
  not_found: 404,
  email_taken: 409,
  limit_reached: 409,
  too_large: 413,
  too_many_attempts: 429,
  too_fast: 429,
};

/** The only answers of the server's own fault that are no fault: nobody has set up billing, or a way to send mails. */
const NOT_CONFIGURED: readonly (readonly [route: RegExp, body: object])[] = [
  [
    /^POST \/api\/billing\//,
    { error: 'Could not load the payment form. Please try again later.', code: 'billing_not_configured' },
  ],
  [
    /^POST \/api\/auth\/forgot-password$/,
    { error: 'Please write to the support address to reset your password.', code: 'mail_not_configured' },
  ],
];

const RefusalSchema = z.strictObject({ error: z.string().check(z.minLength(1), z.maxLength(200)), code: z.string() });

/** Traces of what only the log may know. */
const INNER_WORKINGS = /SQLITE|D1_|constraint|\.ts:\d|\bat async\b|TypeError|RangeError/;

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
} as const;
const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** As routes are found: in whatever spelling. */
export const isCall = ({ pathname }: URL): boolean => decoded(pathname).startsWith('/api/');

/** Taken, as a file. */
const isFileOf = ({ route = '', url }: Call, { status }: Answer): boolean =>
  status === 200 &&
  (route.endsWith('/report/ledger') || (route.endsWith('/report') && url.searchParams.get('format') === 'csv'));

function checkHeaders(call: Call, answer: Answer): void {
  const { url } = call;
  const { headers } = answer;
  const isFile = isFileOf(call, answer);
  const isApi = isCall(url);
  expect(Object.fromEntries(headers)).toMatchObject(isApi ? { ...HEADERS, ...API_HEADERS } : HEADERS);
  if (isApi) expect(headers.get('content-type')).toMatch(isFile ? /^text\/csv; charset=utf-8$/ : /^application\/json/);
  expect(headers.has('strict-transport-security')).toBe(url.protocol === 'https:');
}

function checkRefusal(call: Call, answer: Answer): void {
  if (answer.status === 503) {
    const [, body] = NOT_CONFIGURED.find(([route]) => route.test(call.route ?? '')) ?? [];
    expect(answer.body).toEqual(body);
    return;
  }
  expect(answer.status).toBeLessThan(500);
  // A HEAD has no body, and pages no JSON.
  if (call.method === 'HEAD' || !isCall(call.url)) return;
  const { code } = z.parse(RefusalSchema, answer.body);
  expect(new Map(Object.entries(REFUSALS)).get(code), code).toBe(answer.status);
  if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

/** What holds for every answer to whatever was sent. */
export function checkAnswer(call: Call, answer: Answer): void {
  if (answer.status === 101) return;
  checkHeaders(call, answer);
  expect(answer.text).not.toMatch(INNER_WORKINGS);
  if (answer.status >= 400) checkRefusal(call, answer);
  if (call.route?.includes(' /api/') && call.method !== 'HEAD') expectDocumented(call.route, answer);
}
