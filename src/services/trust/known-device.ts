import { newId } from '../../crypto/ids';
import { isSigned, sign } from '../../crypto/signing';

/**
 * A browser that has logged in before, read from its device cookie: `id.signature.mark.mark…`. A mark proves that
 * somebody logged in with a certain email, code or second step in this browser, without revealing it.
 */
export interface KnownDevice {
  id: string;
  marks: readonly string[];
}

/** How many marks a cookie keeps: a phone at a door works at few events, and the latest ones are enough. */
const MARKS_MAX = 8;

const ID = /^[0-9a-f]{32}$/;
const deviceText = (id: string): string => `device ${id}`;
const markText = (id: string, identifier: string): string => `login ${id} ${identifier}`;

/** Reads a device cookie; null unless this installation has signed it. */
export async function readDevice(key: string, cookie: string): Promise<KnownDevice | null> {
  const [id = '', signature = '', ...marks] = cookie.split('.');
  if (!ID.test(id) || marks.length > MARKS_MAX || !(await isSigned(key, deviceText(id), signature))) return null;
  return { id, marks };
}

/** Whether somebody has logged in on the device with this email, code or second step. */
export async function hasLoggedInAs(key: string, device: KnownDevice, identifier: string): Promise<boolean> {
  const text = markText(device.id, identifier);
  const checks = await Promise.all(device.marks.map((mark) => isSigned(key, text, mark)));
  return checks.includes(true);
}

/** Returns the device cookie after a login with all of these identifiers. Without a device, it creates one. */
export async function rememberLogin(
  key: string,
  device: KnownDevice | null,
  identifiers: readonly string[],
): Promise<string> {
  const id = device?.id ?? newId();
  const fresh = await Promise.all(identifiers.map((identifier) => sign(key, markText(id, identifier))));
  const marks = [...new Set([...fresh, ...(device?.marks ?? [])])].slice(0, MARKS_MAX);
  return [id, await sign(key, deviceText(id)), ...marks].join('.');
}
