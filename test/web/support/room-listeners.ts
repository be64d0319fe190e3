import { vi } from 'vitest';
import type { ChannelListeners } from '../../../web/src/realtime/channel-listeners';

/** Listeners that record what a channel reports. */
export const roomListeners = () => ({
  changed: vi.fn<ChannelListeners['changed']>(),
  eventList: vi.fn<ChannelListeners['eventList']>(),
  event: vi.fn<ChannelListeners['event']>(),
  uncounted: vi.fn<ChannelListeners['uncounted']>(),
  gone: vi.fn<ChannelListeners['gone']>(),
  sessionEnded: vi.fn<ChannelListeners['sessionEnded']>(),
  isWatched: vi.fn<ChannelListeners['isWatched']>(() => false),
});
