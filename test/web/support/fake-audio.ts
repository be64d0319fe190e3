import { vi } from 'vitest';

/** Installs a fake Web Audio in the page. Returns how often a tone has started. */
export function stubAudio(fields: Partial<AudioContext> = {}) {
  const starts = vi.fn<() => void>();
  class FakeNode {
    connect = () => undefined;
    start = starts;
    stop = () => undefined;
  }
  class FakeAudio {
    state = 'running';
    currentTime = 0;
    destination = {};
    constructor() {
      Object.assign(this, fields);
    }
  }
  vi.stubGlobal('AudioContext', FakeAudio);
  vi.stubGlobal('GainNode', FakeNode);
  vi.stubGlobal('OscillatorNode', FakeNode);
  return starts;
}
