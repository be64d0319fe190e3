import type { Page, WebSocketRoute } from 'playwright-core';

/** A cut that says nothing of its reason: the page tries again. */
const NO_REASON = 4999;

/** The page's sockets, from the first on, in the test's hands: a line that can be cut, and restored. */
export async function holdLine(page: Page) {
  const open = new Set<WebSocketRoute>();
  let cutWith: number | null = null;
  await page.routeWebSocket(/\/api\/.+\/socket/, async (socket) => {
    if (cutWith !== null) return await socket.close({ code: cutWith });
    socket.connectToServer();
    open.add(socket);
  });
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
