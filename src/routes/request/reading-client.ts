import type { Context } from 'hono';
import * as z from 'zod/mini';
import type { AppEnv } from '../../services/context';
import { CLIENT_HEADER } from '../../shared/client-header';
import { ClientIdSchema } from '../../shared/schemas/device';
import type { Parameter } from '../call';

/** The header with which a device says who it is. */
export const READING_CLIENT: Parameter = {
  name: CLIENT_HEADER,
  in: 'header',
  description:
    'The client id with which the device joins or counts: the answer has the orders that are for this device. Without a ' +
    'valid header they are those for the devices with which the session is connected, or those for all doors.',
};

/** Returns the client that reads; null if the call does not say it. */
export const readingClientOf = (c: Context<AppEnv>): string | null =>
  z.safeParse(ClientIdSchema, c.req.header(CLIENT_HEADER)).data ?? null;
