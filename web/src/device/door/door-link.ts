import * as z from 'zod/mini';
import { NAME_MAX_LENGTH } from '../../../../src/shared/schemas/limits';
import { usableDeviceName } from '../../../../src/shared/visible-text';
import { DeviceNameSchema, type Direction, DirectionSchema } from '../../../../src/shared/schemas/device';
import { type Hand, HANDS } from '../hand';

/**
 * Settings that a join link gives to the device that opens it. Null keeps the present setting, except for the area,
 * where null means all areas.
 */
export interface Door {
  readonly areaId: string | null;
  /** The area's name when the link was made: before the login there is no list of areas. */
  readonly areaName: string | null;
  readonly direction: Direction | null;
  readonly deviceName: string | null;
  readonly hand: Hand | null;
}

const AreaIdSchema = z.string().check(z.regex(/^[\w-]{1,64}$/));
/** A character of a name can have two UTF-16 units. */
const AreaNameSchema = z.string().check(z.maxLength(2 * NAME_MAX_LENGTH));
const HandSchema = z.enum(HANDS);

/**
 * Reads the settings in a join link's query (/login?code=…&area=…&direction=…&name=…). Malformed parts count as
 * missing. Returns null if the link has no settings.
 */
export function readDoor(search: string): Door | null {
  const query = new URLSearchParams(search);
  const areaId = z.safeParse(AreaIdSchema, query.get('area')).data ?? null;
  const areaName = z.safeParse(AreaNameSchema, query.get('areaName')).data;
  const door: Door = {
    areaId,
    areaName: areaId === null ? null : usableDeviceName(areaName),
    direction: z.safeParse(DirectionSchema, query.get('direction')).data ?? null,
    deviceName: usableDeviceName(z.safeParse(DeviceNameSchema, query.get('name')?.trim()).data),
    hand: z.safeParse(HandSchema, query.get('hand')).data ?? null,
  };
  return Object.values(door).some((value) => value !== null) ? door : null;
}

/** Writes the query that `readDoor` reads, without a question mark. */
export function printDoor({ areaId, areaName, direction, deviceName, hand }: Door): string {
  const query = new URLSearchParams();
  const add = (name: string, value: string | null) => value !== null && query.set(name, value);
  add('area', areaId);
  add('areaName', areaName);
  add('direction', direction);
  add('name', deviceName);
  add('hand', hand);
  return query.toString();
}
