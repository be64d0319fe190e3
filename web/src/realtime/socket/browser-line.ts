import { CLOSE } from '../../../../src/shared/protocol/version';
import { noteEndReason } from '../../session/session-end';
import type { LineEffects, Socket, SocketListeners } from '../effects';

/** The code with which the page closes a socket (RFC 6455 section 7.4.1, normal closure). */
const NORMAL_CLOSURE = 1000;

function openSocket(path: string, listeners: SocketListeners): Socket {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(url);
  socket.addEventListener('open', () => listeners.opened());
  socket.addEventListener('message', ({ data }) => listeners.message(String(data)));
  socket.addEventListener('close', ({ code, reason }) => {
    if (code === CLOSE.sessionEnded) noteEndReason(reason);
    listeners.closed(code);
  });
  return {
    send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => socket.close(NORMAL_CLOSURE),
  };
}

function onWake(listener: () => void): () => void {
  const onVisible = () => document.visibilityState === 'visible' && listener();
  // The page comes back from the back-forward cache.
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && listener();
  window.addEventListener('online', listener);
  window.addEventListener('pageshow', onShow);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('pageshow', onShow);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

function onOffline(listener: () => void): () => void {
  window.addEventListener('offline', listener);
  return () => window.removeEventListener('offline', listener);
}

export const browserLine: LineEffects = {
  openSocket,
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  now: () => Date.now(),
  random: () => Math.random(),
  onWake,
  isHidden: () => document.visibilityState === 'hidden',
  onOffline,
};
