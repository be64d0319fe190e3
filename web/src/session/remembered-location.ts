import type { Location } from 'react-router-dom';
import * as z from 'zod/mini';
import { paths } from '../urls/paths';

const RememberedSchema = z.object({ from: z.string() });

/** Returns the page that a guest wanted to open, so that the login leads there. */
export const rememberLocation = ({ pathname, search, hash }: Location): { from: string } => ({
  from: `${pathname}${search}${hash}`,
});

/** Reads that page from a location's state, to pass it on to the next location. */
export const rememberedIn = (state: unknown): { from: string } | undefined => z.safeParse(RememberedSchema, state).data;

/**
 * Returns the path of that page, or the app's if there is none. It is always on this site, so that a login never leads
 * to another one.
 */
export function rememberedPath(state: unknown): string {
  const remembered = rememberedIn(state);
  if (!remembered || !URL.canParse(remembered.from, location.origin)) return paths.app;
  const { origin, pathname, search, hash } = new URL(remembered.from, location.origin);
  return origin === location.origin ? `${pathname}${search}${hash}` : paths.app;
}
