import { Device } from '../support/socket-device.ts';
import { enterByCode } from '../support/venue.ts';
import type { Target } from './target.ts';

const AT_ONCE = 20;
const ACK_WITHIN_MS = 20_000;

/** One more session, with a socket that counts one tap: whether the tap was acknowledged. */
async function countOnce(url: URL, target: Target, number: number): Promise<boolean> {
  try {
    const headers = await enterByCode(url, target.accessCode);
    const device = await Device.join('room', { ...target, headers }, 1_000 + number);
    const acknowledged = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), ACK_WITHIN_MS);
      device.onText = (text) => {
        if (!text.startsWith('{"type":"ack"')) return;
        clearTimeout(timer);
        resolve(true);
      };
    });
    device.tap(target.areaIds[1] ?? '', 1);
    const isCounted = await acknowledged;
    device.socket.close();
    return isCounted;
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
