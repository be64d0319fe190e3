import { expect } from 'vitest';
import * as z from 'zod/mini';
import { OwnSessionListSchema } from '../../../../src/shared/schemas/session';
import { PASSWORD } from '../accounts';
import { admin, type Effect, fieldsOf } from './effect';

const OK = { success: true } as const;

/** What becomes of the sessions of an account. */
export const SESSION_EFFECTS: Readonly<Record<string, Effect>> = {
  'POST /api/auth/confirm': (_world, call, { body }) => {
    admin(call.actor);
    expect(fieldsOf(call).password).toBe(PASSWORD);
    expect(body).toEqual(OK);
  },
  'POST /api/users/password': async (world, { actor }, { headers, body }) => {
    admin(actor);
    expect(body).toEqual(OK);
    expect(headers.getSetCookie().filter((line) => /headroom_session=[0-9a-f]{64};/.test(line))).not.toEqual([]);
    await world.renew(actor);
  },
  'GET /api/users/sessions': (world, { actor }, { body }) => {
    const current = z.parse(OwnSessionListSchema, body).filter(({ isCurrent }) => isCurrent);
    expect(current.map(({ sessionId }) => sessionId)).toEqual([world.sessionIdOf(admin(actor))]);
  },
  'DELETE /api/users/sessions': (_world, { actor }, { body }) => {
    admin(actor);
    expect(body).toEqual(OK);
  },
  'DELETE /api/users/sessions/:sessionId': async (world, { actor, params }, { body }) => {
    expect(params.sessionId).toBe(world.sessionIdOf(admin(actor)));
    expect(body).toEqual(OK);
    await world.renew(actor);
  },
};
