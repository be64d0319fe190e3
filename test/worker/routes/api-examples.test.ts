import { beforeEach, expect, test } from 'vitest';
import page from '../../../docs/api.md?raw';
import { CALLS } from '../../../src/routes/api';
import { stopClock } from '../../support/clock';
import { FRIDAY_NIGHT } from '../../support/moments';
import { type Answer, type Client, createClient } from '../support/client';
import { Device } from '../support/device';
import {
  type Block,
  csvRows,
  expand,
  expectNotRefused,
  expectShown,
  isLike,
  readAssignment,
  readBlocks,
  readCurl,
  type Variables,
} from '../support/examples';
import { UPGRADE } from '../support/sockets';

/** Calls without an example: a script has no use for them, or a test cannot make them as the page would. */
const NO_EXAMPLES = new Set([
  // Only a browser has a subscription to renew, and an error to report.
  'POST /api/alert-recipients/renewals',
  'POST /api/errors',
  // They take the token of a mail.
  'POST /api/alert-mails/:token/confirm',
  'POST /api/alert-mails/:token/leave',
  'POST /api/auth/forgot-password',
  'POST /api/auth/reset-password',
  // The app asks whether its session is still good; a script sees a 401.
  'GET /api/auth/verify',
  // The page's blocks about sockets have one of them; the others work alike.
  'GET /api/account/socket',
  'GET /api/displays/:token/socket',
  // They need the code of an app, and somebody who has lost it.
  'PUT /api/users/second-step',
  'DELETE /api/users/second-step',
  'DELETE /api/members/:personId/second-step',
  // It sends a message to the outside.
  'POST /api/alert-recipients/:recipientId/test',
  // The page's day is still running, and has no evidence yet.
  'GET /api/events/:eventId/evidence',
  'GET /api/inspections/:token/evidence',
  // A link shows no day that is written on a page.
  'GET /api/inspections/:token/occupancy',
  // Nobody on the page belongs to two accounts.
  'POST /api/session/account',
  // The page accepts its only invitation.
  'DELETE /api/members/invitations/:invitationId',
  // The page ends with the account in use.
  'DELETE /api/users',
  // The payment provider makes one of them, its form in a browser the others.
  'POST /api/billing/webhook',
  'POST /api/billing/create-setup-intent',
  'POST /api/billing/attach-payment-method',
]);
/** The operator's calls stand in a table; `npm run event` and `npm run backup` make them. */
const isOperators = (route: string) => route.includes(' /api/operator/');

/** Blocks that test/unit/notifications/documented-webhooks.test.ts tries: what the server sends, and how it is checked. */
const OF_WEBHOOKS = new Set(['webhook', 'js', 'python']);

/** Whether a request, as `METHOD /path`, is to this route, as the app registers it. */
const isTo = (route: string, request: string) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(request);

/** Follows the page as a person would, block by block. */
class Reader {
  readonly variables: Variables = new Map();
  private readonly clients = new Map<string, Client>();
  private answer: Answer | undefined;
  /** Whether the page shows the last answer. */
  private isShown = false;
  answersRead = 0;
  /** Each request, as `METHOD /path`. */
  readonly requests = new Set<string>();

  async follow({ language, text, line }: Block): Promise<void> {
    if (language === 'socket') await this.converse(text);
    else if (language === 'json') this.compare(JSON.parse(text), this.answer?.body, line);
    else if (language === 'csv') this.compare(csvRows(text), csvRows(this.answer?.text ?? ''), line);
    else if (OF_WEBHOOKS.has(language)) this.endCommand(line);
    else if (language !== 'sh') throw new Error(`Line ${line}: nobody tries blocks in '${language}'`);
    else if (text.startsWith('curl ')) {
      this.endCommand(line);
      const { method, target, headers, body, cookies } = readCurl(text, this.variables);
      this.requests.add(`${method} ${target.split('?')[0]}`);
      this.answer = await this.clientOf(cookies).call(method, target, { headers, body });
      this.isShown = false;
    } else {
      for (const row of text.trim().split('\n'))
        if (!readAssignment(row, this.variables)) throw new Error(`Line ${line}: nobody tries ${row}`);
    }
  }

  /** Expects that the last command was not refused, unless the page has shown its answer. */
  endCommand(line: number): void {
    if (this.answer !== undefined && !this.isShown) expectNotRefused(this.answer, line);
  }

  private compare(shown: unknown, given: unknown, line: number): void {
    this.answersRead += 1;
    this.isShown = true;
    expectShown(shown, given, this.variables, `the answer in line ${line}`);
  }

  private clientOf(cookies: string | undefined): Client {
    const client = (cookies !== undefined && this.clients.get(cookies)) || createClient();
    if (cookies !== undefined) this.clients.set(cookies, client);
    return client;
  }

  private async converse(text: string): Promise<void> {
    const [address = '', ...rows] = text.trim().split('\n');
    const { target, cookies } = readCurl(`curl ${address}\n`, this.variables);
    this.requests.add(`GET ${target.split('?')[0]}`);
    const opened = await this.clientOf(cookies).fetch(target, { headers: UPGRADE });
    if (opened.webSocket === null) throw new Error(`${address}: no socket, but ${opened.status}`);
    const device = new Device(opened.webSocket);
    for (const row of rows) {
      const frame = expand(row.slice(2), this.variables);
      if (row.startsWith('> ')) device.sendText(frame);
      else
        await device.until(() => device.frames.some((given) => isLike(given, JSON.parse(frame))) || undefined, frame);
    }
  }
}

// Flow counts each minute separately, so no minute may end while the page runs. The time is not the start of a minute,
// so that nothing is late.
beforeEach(() => stopClock(FRIDAY_NIGHT + 30_000));

test('each command is answered as the page shows', async () => {
  const reader = new Reader();
  for (const block of readBlocks(page)) await reader.follow(block);
  reader.endCommand(Infinity);
  expect(reader.answersRead).toBeGreaterThan(20);
  // Each call that a script would make is on the page.
  const without = CALLS.map(({ route }) => route).filter(
    (route) => !isOperators(route) && ![...reader.requests].some((request) => isTo(route, request)),
  );
  expect(new Set(without)).toEqual(NO_EXAMPLES);
});
