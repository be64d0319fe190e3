import * as z from 'zod/mini';
import { DownFrameSchema } from '../../../src/shared/protocol/down';
import { RawDevice } from '../../support/device';

const CLOSE_WITHIN_MS = 200;

const opened: Device[] = [];

/** Closes the sockets that the test left open. A runtime that is reset under open sockets complains. */
export async function closeDevices(): Promise<void> {
  await Promise.all(
    opened.splice(0).map(async (device) => {
      if (device.closed !== null) return;
      device.socket.close();
      await Promise.race([device.closedWith(), new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS))]);
    }),
  );
}

/** A device on one of workerd's sockets. Every frame is checked against the wire schema. */
export class Device extends RawDevice<WebSocket> {
  constructor(socket: WebSocket) {
    super(socket, (text) => z.parse(DownFrameSchema, JSON.parse(text)));
    // Completes the handshake, as a browser would.
    socket.addEventListener('close', () => socket.close());
    socket.accept();
    opened.push(this);
  }
}
