import { vi } from 'vitest';
import type { ChannelListeners } from '../../../web/src/realtime/channel';

/** Hears what a channel says. */
export const roomListeners = () => ({
  changed: vi.fn<ChannelListeners['changed']>(),
  news: vi.fn<ChannelListeners['news']>(),
  refused: vi.fn<ChannelListeners['refused']>(),
  gone: vi.fn<ChannelListeners['gone']>(),
  sessionEnded: vi.fn<ChannelListeners['sessionEnded']>(),
});
