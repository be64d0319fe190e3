import type { BrowserContext, Page, WebSocketRoute } from 'playwright-core';

/** A cut that says nothing of its reason: the page tries again. */
const NO_REASON = 4999;

/**
 * The line to the API in the test's hands, from the first socket on: it can be cut, and restored. Pages come also while it is
 * cut, and so do calls unless `withCalls`.
 */
export async function holdLine(device: Page | BrowserContext, withCalls = false) {
  const open = new Set<WebSocketRoute>();
  let cutWith: number | null = null;
  await device.routeWebSocket(/\/api\/.+\/socket/, async (socket) => {
    if (cutWith !== null) return await socket.close({ code: cutWith });
    socket.connectToServer();
    open.add(socket);
  });
  if (withCalls) await device.route('**/api/**', (route) => (cutWith === null ? route.continue() : route.abort()));
  return {
    /** Ends the open sockets with that code, and all that follow. */
    cut: async (code = NO_REASON) => {
      cutWith = code;
      await Promise.all([...open].map((socket) => socket.close({ code })));
      open.clear();
    },
    restore: () => {
      cutWith = null;
    },
  };
}
