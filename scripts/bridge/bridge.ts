import { setTimeout as sleep } from 'node:timers/promises';
import type { Camera, Config } from './config.ts';
import { FORMATS, type Reading } from './formats.ts';
import { Login } from './login.ts';
import { type Kept, Readings } from './readings.ts';

const CAMERA_WITHIN_MS = 5_000;
const HEADROOM_WITHIN_MS = 20_000;
/** Headroom refuses an address that sends a wrong key too often (docs/product.md, K7), and a camera locks its user out. */
const AFTER_REFUSAL_MS = 60_000;

export interface BridgeDeps {
  config: Config;
  key: string;
  /** Ends everything that goes on. */
  signal: AbortSignal;
  say: (line: string) => void;
  /** The computer's clock, epoch ms. It may be set while the bridge runs, so that only what is sent now has its time. */
  now: () => number;
  /** Ms since some moment, by a clock that nobody sets: all waits and ages. */
  elapsed: () => number;
}

interface ItemAnswer {
  status: string;
  code?: string;
  message?: string;
  notice?: string;
}

/** What Headroom noticed about totals, in words. */
const NOTICES: ReadonlyMap<string, string> = new Map([
  ['baseline', 'Headroom counts on from these numbers'],
  ['restarted', 'the camera has begun again from 0'],
  ['midnight', 'the camera has begun a new day from 0'],
  ['wrapped', 'a counter has passed its highest number'],
  ['jump', 'the numbers rose by more people than can have passed, so nobody was counted'],
]);

/** Why a call failed: `fetch` hides it in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}

/** Polls one camera and tells Headroom what it shows. Nothing is stored: totals say everything again. */
export class CameraBridge {
  private readonly readings = new Readings();
  private readonly login: Login | null;
  /** What is wrong with each side; null if nothing is. A trouble is said when it begins, changes or ends. */
  private readonly troubles = new Map<'camera' | 'Headroom' | 'numbers', string | null>();
  private nextAskAt = 0;
  private nextSendAt = 0;

  private readonly camera: Camera;
  private readonly deps: BridgeDeps;

  constructor(camera: Camera, deps: BridgeDeps) {
    this.camera = camera;
    this.deps = deps;
    this.login = camera.credentials ? new Login(camera.credentials) : null;
  }

  /** One round: asks the camera, then sends what Headroom does not have yet. Never throws. */
  async round(): Promise<void> {
    if (this.deps.elapsed() >= this.nextAskAt) await this.read();
    if (this.readings.isEmpty || this.deps.elapsed() < this.nextSendAt) return;
    try {
      await this.send(this.readings.list());
    } catch (error) {
      this.trouble('Headroom', reasonOf(error));
    }
  }

  private async read(): Promise<void> {
    try {
      const askedAt = this.deps.elapsed();
      const body = await this.askCamera();
      this.readings.add(FORMATS[this.camera.format](body), askedAt);
      this.trouble('camera', null);
    } catch (error) {
      this.trouble('camera', reasonOf(error));
    }
  }

  private async askCamera(): Promise<unknown> {
    const { url } = this.camera;
    const ask = async () => {
      const authorization = this.login?.header('GET', url);
      const signal = AbortSignal.any([this.deps.signal, AbortSignal.timeout(CAMERA_WITHIN_MS)]);
      const response = await fetch(url, {
        redirect: 'manual',
        signal,
        ...(authorization !== undefined && { headers: { authorization } }),
      });
      return { response, text: await response.text() };
    };
    let answer = await ask();
    if (answer.response.status === 401) {
      const challenge = answer.response.headers.get('www-authenticate') ?? '';
      if (this.login === null) throw new Error('it wants “user” and “password”');
      if (!this.login.take(challenge)) throw new Error('it wants a login that this bridge does not know');
      answer = await ask();
    }
    const { status } = answer.response;
    if (status === 401 || status === 403) {
      this.nextAskAt = this.deps.elapsed() + AFTER_REFUSAL_MS;
      throw new Error('it refuses this user and password');
    }
    if (status !== 200) throw new Error(`it answers with status ${status}`);
    try {
      return JSON.parse(answer.text);
    } catch {
      throw new Error('its answer is no JSON: is this the right address?');
    }
  }

  private async send(kept: readonly Kept[]): Promise<void> {
    const { config, key, signal, elapsed } = this.deps;
    const { items, ...clock } = this.stamped(kept);
    const response = await fetch(new URL(`/api/events/${config.eventId}/counts`, config.headroom), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ source: this.camera.source, ...clock, items }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(HEADROOM_WITHIN_MS)]),
    });
    const text = await response.text();
    if (response.status !== 200) {
      const isBusy = response.status >= 500 || response.status === 429;
      const waitMs = Number(response.headers.get('retry-after') ?? 0) * 1000;
      this.nextSendAt = elapsed() + (isBusy ? waitMs : AFTER_REFUSAL_MS);
      throw new Error(`it answers with status ${response.status}: ${errorIn(text)}`);
    }
    const answers = itemsIn(text);
    this.readings.clear();
    this.trouble('Headroom', null);
    this.report(answers, items.at(-1));
  }

  /**
   * A reading without a time of the camera is as old as it is, by whatever the computer's clock shows now. Headroom is told what
   * that clock shows, so that it may be wrong; of a camera's own times it says nothing.
   */
  private stamped(kept: readonly Kept[]): { sentAt?: string; items: Reading[] } {
    const [now, elapsed] = [this.deps.now(), this.deps.elapsed()];
    const readAt = (one: Kept) => new Date(now - (elapsed - one.readAt)).toISOString();
    const items = kept.map((one) => ({ ...one.reading, at: one.reading.at ?? readAt(one) }));
    const areOwnTimes = kept.some(({ reading }) => reading.at !== null);
    return areOwnTimes ? { items } : { sentAt: new Date(now).toISOString(), items };
  }

  private report(answers: readonly ItemAnswer[], newest: Reading | undefined): void {
    const shown = newest === undefined ? '' : ` (in ${newest.inTotal}, out ${newest.outTotal})`;
    for (const { notice } of answers) if (notice !== undefined) this.say(`${NOTICES.get(notice) ?? notice}${shown}`);
    const refused = answers.findLast(({ status }) => status === 'refused');
    this.trouble('numbers', refused?.message ?? refused?.code ?? null);
  }

  private trouble(what: 'camera' | 'Headroom' | 'numbers', reason: string | null): void {
    if (this.deps.signal.aborted) return;
    const before = this.troubles.get(what) ?? null;
    this.troubles.set(what, reason);
    if (before === reason) return;
    const words = { camera: 'the camera', Headroom: 'Headroom', numbers: 'the numbers' }[what];
    if (reason === null) this.say(`${words}: all right again`);
    else if (what === 'numbers') this.say(`Headroom refuses the numbers: ${reason}`);
    else this.say(`${words} cannot be used: ${reason}`);
  }

  private say(line: string): void {
    this.deps.say(`${this.camera.source['sourceId']}: ${line}`);
  }
}

/** Reads an answer. Throws if it is something else: a network's login page answers with 200, too. */
function itemsIn(text: string): ItemAnswer[] {
  try {
    const { items }: { items?: ItemAnswer[] } = JSON.parse(text);
    if (Array.isArray(items)) return items;
  } catch {
    // It is a page.
  }
  throw new Error('its answer is not Headroom’s: is the network behind a login page?');
}

/** The text of an error's body, or its beginning if it is something else. */
function errorIn(text: string): string {
  try {
    const { error }: { error?: unknown } = JSON.parse(text);
    if (typeof error === 'string') return error;
  } catch {
    // It is a proxy's page.
  }
  return text.slice(0, 100);
}

/** Runs until the signal: each camera in rounds of its own, so that a slow one delays no other. */
export async function runBridge(deps: BridgeDeps): Promise<void> {
  const { config, signal } = deps;
  const everyMs = config.everySeconds * 1000;
  await Promise.all(
    config.cameras.map(async (camera) => {
      const bridge = new CameraBridge(camera, deps);
      while (!signal.aborted) {
        const startedAt = deps.elapsed();
        await bridge.round();
        await sleep(Math.max(0, startedAt + everyMs - deps.elapsed()), undefined, { signal }).catch(() => undefined);
      }
    }),
  );
}
