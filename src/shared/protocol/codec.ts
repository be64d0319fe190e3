import * as z from 'zod/mini';
import { type DownFrame, DownFrameSchema } from './down';
import { parseJson } from './parse-json';
import type { UpFrame } from './up';

/** Reads a frame from the server; null if this release cannot read it. Never throws. */
export function readDownFrame(text: string): DownFrame | null {
  const result = z.safeParse(DownFrameSchema, parseJson(text));
  return result.success ? result.data : null;
}

export const writeUpFrame = (frame: UpFrame): string => JSON.stringify(frame);
export const writeDownFrame = (frame: DownFrame): string => JSON.stringify(frame);
