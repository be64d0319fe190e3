import * as z from 'zod/mini';
import { ask } from './event/transfer.ts';
import type { Installation } from './installation.ts';

const AnswerSchema = z.object({ token: z.string(), expiresAt: z.string() });

/**
 * Makes an invitation to sign up, with the operator's call. `expiresAt` is ISO 8601.
 * @throws {Error} the server refuses, or cannot be reached
 */
export async function makeInvitation(
  installation: Installation,
): Promise<{ token: string; link: string; expiresAt: string }> {
  const answer = await ask(installation, 'POST', '/invitations');
  const { token, expiresAt } = z.parse(AnswerSchema, await answer.json());
  return { token, link: new URL(`/signup#${token}`, installation.url).href, expiresAt };
}
