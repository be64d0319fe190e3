import { app } from '../../src/app';
import { CONNECTION_HEADER } from '../../src/rpc/headers';
import type { Env } from '../../src/env';
import { EventRoom as Room } from '../../src/room/event-room';
import { ViewerRelay as Relay } from '../../src/relay/viewer-relay';

/**
 * The product in several processes: rooms in one, relays in the others, as on Cloudflare, where they run on different
 * machines. Each process reaches the others' objects by HTTP at PEERS, which replaces the runtime's own calls. Without
 * PEERS all objects are in this process. Viewers connect to the relays' processes directly; the test tells them who they
 * are.
 */
interface SplitEnv extends Omit<Env, 'RELAYS'> {
  RELAYS: DurableObjectNamespace<ViewerRelay>;
  /** Origins, separated by commas. The relay with number n is at the n-th of them, counted in circles. */
  PEERS?: string;
}

async function callPeer(peer: string, path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(`${peer}/peer/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return await answer.json();
}

/** A namespace whose objects are in other processes. They know one call with this name. */
const elsewhere = (peers: readonly string[], kind: 'relay' | 'room', call: string) => ({
  idFromName: (name: string) => name,
  get: (name: string) => ({
    [call]: async (...args: unknown[]) =>
      await callPeer(peers[numberOf(name) % peers.length] ?? '', `${kind}/${encodeURIComponent(name)}`, args),
  }),
});

/** The number of a relay; 0 for a room. */
const numberOf = (name: string): number => Number(name.split('/')[1] ?? 0);

function withPeer<E extends SplitEnv>(env: E, binding: 'RELAYS' | 'ROOMS'): E {
  if (!env.PEERS) return env;
  const [kind, call] = binding === 'RELAYS' ? (['relay', 'publish'] as const) : (['room', 'subscribe'] as const);
  return { ...env, [binding]: elsewhere(env.PEERS.split(','), kind, call) };
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
