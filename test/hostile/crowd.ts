import { Device } from '../support/socket-device.ts';
import { enterByCode } from '../support/venue.ts';
import type { Target } from './target.ts';

const AT_ONCE = 20;

/** One more session, with a socket that counts one tap: whether the tap was acknowledged. */
async function countOnce(url: URL, target: Target, number: number): Promise<boolean> {
  try {
    const device = await Device.open({ ...target, headers: await enterByCode(url, target.accessCode) });
    await device.joinAs(`crowd-device-${String(number).padStart(8, '0')}`);
    device.tap(target.areaIds[1] ?? '', 1);
    await device.next('ack');
    device.socket.close();
    return true;
  } catch {
    return false;
  }
}

/** As many sessions as a large venue's doors, all by one code and behind one address. */
export async function enterAsCrowd(
  url: URL,
  target: Target,
  sessions: number,
): Promise<{ counted: number; seconds: number }> {
  const from = performance.now();
  let counted = 0;
  for (let begun = 0; begun < sessions; begun += AT_ONCE) {
    const size = Math.min(AT_ONCE, sessions - begun);
    const done = await Promise.all(Array.from({ length: size }, (_, i) => countOnce(url, target, begun + i)));
    counted += done.filter(Boolean).length;
  }
  return { counted, seconds: (performance.now() - from) / 1_000 };
}
