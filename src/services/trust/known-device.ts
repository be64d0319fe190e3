import { newId } from '../../crypto/ids';
import { isSigned, sign } from '../../crypto/signing';

/**
 * A browser that has logged in before, as its cookie says: `id.signature.mark.mark…`. A mark proves that somebody
 * logged in with an email or code in this browser, and reveals neither.
 */
export interface KnownDevice {
  id: string;
  marks: readonly string[];
}

/** A door's phone works at a few events; only the latest of them count. */
const MARKS_MAX = 8;

const ID = /^[0-9a-f]{32}$/;
const deviceText = (id: string): string => `device ${id}`;
const markText = (id: string, identifier: string): string => `login ${id} ${identifier}`;

/** The device of a cookie that this installation has signed; null for any other. */
export async function readDevice(key: string, cookie: string): Promise<KnownDevice | null> {
  const [id = '', signature = '', ...marks] = cookie.split('.');
  if (!ID.test(id) || marks.length > MARKS_MAX || !(await isSigned(key, deviceText(id), signature))) return null;
  return { id, marks };
}

/** Whether somebody has logged in with this email or code on the device. */
export async function hasLoggedInAs(key: string, device: KnownDevice, identifier: string): Promise<boolean> {
  const text = markText(device.id, identifier);
  const checks = await Promise.all(device.marks.map((mark) => isSigned(key, text, mark)));
  return checks.includes(true);
}

/**
 * The cookie of a device on which somebody has just logged in with this email or code; a new device without a cookie.
 */
export async function rememberLogin(key: string, device: KnownDevice | null, identifier: string): Promise<string> {
  const id = device?.id ?? newId();
  const mark = await sign(key, markText(id, identifier));
  const marks = [mark, ...(device?.marks ?? []).filter((each) => each !== mark)].slice(0, MARKS_MAX);
  return [id, await sign(key, deviceText(id)), ...marks].join('.');
}
