import { app } from '../../src/app';
import { CONNECTION_HEADER } from '../../src/rpc/contract';
import type { Env } from '../../src/env';
import { EventRoom as Room } from '../../src/room/event-room';
import { ViewerRelay as Relay } from '../../src/relay/viewer-relay';

/**
 * The product in two processes: rooms in one, relays in the other, as on Cloudflare, where they run on different
 * machines. Each process reaches the other's objects by HTTP at PEER, which replaces the runtime's own calls. Without
 * PEER all objects are in this process. Viewers connect to the relays' process directly; the test tells it who they are.
 */
interface SplitEnv extends Omit<Env, 'RELAYS'> {
  RELAYS: DurableObjectNamespace<ViewerRelay>;
  PEER?: string;
}

async function callPeer(peer: string, path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(`${peer}/peer/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return await answer.json();
}

/** A namespace whose objects are in the other process. They know one call with this name. */
const elsewhere = (peer: string, kind: 'relay' | 'room', call: string) => ({
  idFromName: (name: string) => name,
  get: (name: string) => ({
    [call]: async (...args: unknown[]) => await callPeer(peer, `${kind}/${encodeURIComponent(name)}`, args),
  }),
});

function withPeer<E extends SplitEnv>(env: E, binding: 'RELAYS' | 'ROOMS'): E {
  const { PEER: peer } = env;
  if (!peer) return env;
  const [kind, call] = binding === 'RELAYS' ? (['relay', 'publish'] as const) : (['room', 'subscribe'] as const);
  return { ...env, [binding]: elsewhere(peer, kind, call) };
}

export class EventRoom extends Room {
  constructor(ctx: DurableObjectState, env: SplitEnv) {
    super(ctx, withPeer(env, 'RELAYS'));
  }
}

export class ViewerRelay extends Relay {
  constructor(ctx: DurableObjectState, env: SplitEnv) {
    super(ctx, withPeer(env, 'ROOMS'));
  }

  /** Ends the instance and its sockets, as the death of its machine does. */
  die(): void {
    this.ctx.abort('killed by a test');
  }
}

export { AccountHub } from '../../src/hub/account-hub';
export { ServiceMonitor } from '../../src/monitor/service-monitor';

export default {
  async fetch(request: Request, env: SplitEnv, ctx: ExecutionContext): Promise<Response> {
    const [, peer, kind, name = '', how] = new URL(request.url).pathname.split('/');
    if (peer !== 'peer') return await app.fetch(request, env, ctx);
    const objectName = decodeURIComponent(name);
    if (kind === 'room') {
      const [relay, viewers]: [number, number] = await request.json();
      const room = env.ROOMS.get(env.ROOMS.idFromName(objectName));
      return Response.json(await room.subscribe(relay, viewers));
    }
    const relay = env.RELAYS.get(env.RELAYS.idFromName(objectName));
    if (how === 'socket') {
      const connection = new URL(request.url).searchParams.get('connection') ?? '';
      return await relay.fetch(
        new Request('https://object/socket', { headers: { Upgrade: 'websocket', [CONNECTION_HEADER]: connection } }),
      );
    }
    if (how === 'kill') {
      await relay.die().catch(() => undefined);
      return new Response('killed');
    }
    const [publication]: Parameters<Relay['publish']> = await request.json();
    return Response.json(await relay.publish(publication));
  },
};
