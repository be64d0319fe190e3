import type { Location } from 'react-router-dom';
import * as z from 'zod/mini';
import { paths } from '../urls/paths';

const RememberedSchema = z.object({ from: z.string() });

/** Where a visitor wanted to go, so that the login leads back there. */
export const rememberLocation = ({ pathname, search, hash }: Location): { from: string } => ({
  from: `${pathname}${search}${hash}`,
});

/** The remembered place in a location's state, to pass on to the next location. */
export const rememberedIn = (state: unknown): { from: string } | undefined => z.safeParse(RememberedSchema, state).data;

/**
 * The remembered place in a location's state, otherwise the app. Only a place of our own: no login leads to another
 * site.
 */
export function rememberedPath(state: unknown): string {
  const remembered = rememberedIn(state);
  if (!remembered || !URL.canParse(remembered.from, location.origin)) return paths.app;
  const { origin, pathname, search, hash } = new URL(remembered.from, location.origin);
  return origin === location.origin ? `${pathname}${search}${hash}` : paths.app;
}
