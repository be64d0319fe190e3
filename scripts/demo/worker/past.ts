import app from '../../../src/index';
import type { Env } from '../../../src/env';
import { AccountHub as Hub } from '../../../src/hub/account-hub';
import { EventRoom as Room } from '../../../src/room/event-room';
import { CLOCK_HEADER } from '../clock-header';

/**
 * The product with a clock that clients set: `npm run demo` uses it to have taps received in the past. Nothing else
 * differs. Locally the worker and all Durable Objects share an isolate, and so one clock.
 */

const RealDate = Date;
/** The time that clients have set, epoch ms; null until the first client has set it. */
let now: number | null = null;
/** Never moves the clock back: the frames of two devices can arrive in either order. */
function moveTo(time: number): void {
  if (now === null || time > now) now = time;
}

class PastDate extends RealDate {
  constructor(...given: [] | [number]) {
    super(...(given.length === 0 ? ([PastDate.now()] as const) : given));
  }
  static override now(): number {
    return now ?? RealDate.now();
  }
}
Object.defineProperty(globalThis, 'Date', { value: PastDate });

/** Converts alarm times, because the runtime's alarms ring by the real clock. */
function shiftAlarms(storage: DurableObjectStorage): void {
  const setAlarm = storage.setAlarm.bind(storage);
  const getAlarm = storage.getAlarm.bind(storage);
  const ahead = () => RealDate.now() - PastDate.now();
  Object.defineProperty(storage, 'setAlarm', { value: (at: number) => setAlarm(at + ahead()) });
  Object.defineProperty(storage, 'getAlarm', {
    value: async () => {
      const at = await getAlarm();
      return at === null ? null : at - ahead();
    },
  });
}

export class EventRoom extends Room {
  constructor(ctx: DurableObjectState, env: Env) {
    shiftAlarms(ctx.storage);
    super(ctx, env);
  }
  override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): void {
    const sentAt = typeof data === 'string' ? /"sentAt":(\d+)/.exec(data)?.[1] : undefined;
    if (sentAt !== undefined) moveTo(Number(sentAt));
    super.webSocketMessage(socket, data);
  }
}

export { ServiceMonitor } from '../../../src/monitor/service-monitor';
export { ViewerRelay } from '../../../src/relay/viewer-relay';

export class AccountHub extends Hub {
  constructor(ctx: DurableObjectState, env: Env) {
    shiftAlarms(ctx.storage);
    super(ctx, env);
  }
}

export default {
  ...app,
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const time = Number(request.headers.get(CLOCK_HEADER));
    if (time > 0) moveTo(time);
    return await app.fetch(request, env, ctx);
  },
};
