import { vi } from 'vitest';
import type { ChannelListeners } from '../../../web/src/realtime/channel-listeners';

/** Hears what a channel says. */
export const roomListeners = () => ({
  changed: vi.fn<ChannelListeners['changed']>(),
  news: vi.fn<ChannelListeners['news']>(),
  event: vi.fn<ChannelListeners['event']>(),
  uncounted: vi.fn<ChannelListeners['uncounted']>(),
  gone: vi.fn<ChannelListeners['gone']>(),
  sessionEnded: vi.fn<ChannelListeners['sessionEnded']>(),
});
