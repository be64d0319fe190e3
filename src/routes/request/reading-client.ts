import type { Context } from 'hono';
import * as z from 'zod/mini';
import type { Reader } from '../../rpc/reader';
import type { AppEnv } from '../../services/context';
import { CLIENT_HEADER } from '../../shared/client-header';
import { JoinEventSchema } from '../../shared/protocol/up';
import type { Parameter } from '../call';

/** The header with which a device says who it is. */
export const READING_CLIENT: Parameter = {
  name: CLIENT_HEADER,
  in: 'header',
  description:
    'Who reads: the client id with which the device joins or counts, its device id, and the id of the area in which it ' +
    'counts, if it does not count in all. They are separated by spaces, and the last two may be missing. The answer has the ' +
    'orders that are for this device. Without a valid header they are those for the devices with which the session is ' +
    'connected, or those for all doors.',
};

const SaidSchema = z.pick(JoinEventSchema, { clientId: true, deviceId: true, areaId: true });

/** Returns the client that reads, and what it says of its device; nothing if the call does not say it. */
export function readingClientOf(c: Context<AppEnv>): Pick<Reader, 'clientId' | 'device'> {
  const [clientId, deviceId, areaId] = (c.req.header(CLIENT_HEADER) ?? '').split(' ');
  const { data } = z.safeParse(SaidSchema, { clientId, deviceId, areaId });
  if (data?.clientId === undefined) return {};
  const device = data.deviceId !== undefined && { device: { deviceId: data.deviceId, areaId: data.areaId ?? null } };
  return { clientId: data.clientId, ...device };
}
