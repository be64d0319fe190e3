import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { Answer, Call } from './calls';
import type { Actor } from './recipes';
import type { ModelEvent, World } from './world';

/** What a route must answer to a call that it took, and what is then different. */
export type Effect = (world: World, call: Call, answer: Answer) => void | Promise<void>;

export const fieldsOf = ({ body }: Call): Record<string, unknown> => z.parse(z.record(z.string(), z.unknown()), body);

/** Only an admin's own account may be acted on. */
export function admin(actor: Actor): 'owner' | 'other' {
  if (actor !== 'owner' && actor !== 'other') throw new Error(`Taken from ${actor}`);
  return actor;
}

export function ownEvent(world: World, { actor, params }: Call): ModelEvent {
  const event = world.events.get(params.eventId ?? '');
  if (event?.ownerId !== world.userIdOf(admin(actor))) throw new Error(`Taken for ${params.eventId}`);
  return event;
}

/** Names as they may be stored: trimmed, 1 to 100 characters, none of them a control character or half of one. */
export function storedName(given: unknown): string {
  const name = typeof given === 'string' ? given.trim() : '';
  expect(Array.from(name).length).toBeGreaterThanOrEqual(1);
  expect(Array.from(name).length).toBeLessThanOrEqual(100);
  expect(name).not.toMatch(/[\p{Cc}\p{Cs}]/u);
  return name;
}
