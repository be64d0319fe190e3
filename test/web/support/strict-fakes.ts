import { expect, vi } from 'vitest';

/** Motor, sound and voice of a browser, as strict as a real one about what they get. */

const VIBRATION_MAX_MS = 10_000;
/** Of the first phones that had it. */
const VIBRATIONS_MAX = 10;

/** Returns what it was asked for. */
export function stubMotor(): number[][] {
  const asked: number[][] = [];
  const motor = {
    vibrate(this: unknown, pattern: unknown) {
      if (this !== navigator) throw new TypeError('Illegal invocation');
      if (!Array.isArray(pattern)) throw new TypeError('Not a pattern');
      const times = pattern.map(Number);
      if (times.length % 2 === 0 || times.length > VIBRATIONS_MAX) throw new TypeError('It ends with a pause');
      if (!times.every((ms) => Number.isInteger(ms) && ms > 0 && ms <= VIBRATION_MAX_MS)) throw new TypeError('Not ms');
      asked.push(times);
      return true;
    },
  };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), motor));
  return asked;
}

export interface FakeTone {
  readonly hz: number;
  from: number;
  to: number;
}

const WAVES = new Set(['sine', 'square', 'sawtooth', 'triangle']);
const NYQUIST_HZ = 22_050;

/** Sound that is silent until a touch. Returns the tones, and what a touch does. */
export function stubSound() {
  const tones: FakeTone[] = [];
  const contexts: StrictContext[] = [];
  let touched = false;

  class StrictContext {
    state = 'suspended';
    currentTime = 1.5;
    readonly destination = new StrictNode(this);
    constructor() {
      contexts.push(this);
    }
    async resume() {
      if (!touched) return new Promise<void>(() => undefined);
      this.state = 'running';
      return undefined;
    }
  }
  class StrictNode {
    readonly context: unknown;
    goesTo: StrictNode | null = null;
    constructor(context: unknown) {
      if (!(context instanceof StrictContext)) throw new TypeError('No context');
      this.context = context;
    }
    connect(target: unknown) {
      if (!(target instanceof StrictNode) || target.context !== this.context)
        throw new TypeError('Not to be connected');
      this.goesTo = target;
      return target;
    }
  }
  class StrictGain extends StrictNode {
    constructor(context: unknown, { gain }: { gain: number }) {
      super(context);
      if (!(gain > 0 && gain <= 1)) throw new RangeError(`Gain ${gain}`);
    }
  }
  class StrictOscillator extends StrictNode {
    readonly #out: StrictContext;
    readonly #tone: FakeTone;
    constructor(context: StrictContext, { type, frequency }: { type: string; frequency: number }) {
      super(context);
      this.#out = context;
      if (!WAVES.has(type)) throw new TypeError(`Wave ${type}`);
      if (!(frequency > 0 && frequency < NYQUIST_HZ)) throw new RangeError(`${frequency} Hz`);
      this.#tone = { hz: frequency, from: Number.NaN, to: Number.NaN };
    }
    start(at: number) {
      if (!Number.isNaN(this.#tone.from)) throw new DOMException('Started twice', 'InvalidStateError');
      if (!(at >= this.#out.currentTime)) throw new RangeError(`Starts at ${at}`);
      this.#tone.from = at;
      if (this.goesTo?.goesTo !== this.#out.destination) throw new Error('Nobody hears it');
      tones.push(this.#tone);
    }
    stop(at: number) {
      if (!(at > this.#tone.from)) throw new DOMException('Stops before it has started', 'InvalidStateError');
      this.#tone.to = at;
    }
  }
  vi.stubGlobal('AudioContext', StrictContext);
  vi.stubGlobal('GainNode', StrictGain);
  vi.stubGlobal('OscillatorNode', StrictOscillator);
  return {
    tones,
    contexts,
    touch: () => {
      touched = true;
      document.dispatchEvent(new Event('pointerup', { bubbles: true }));
    },
  };
}

/** Returns what was said aloud, and how often it was told to be silent. */
export function stubVoice() {
  const said: { text: string; lang: string }[] = [];
  const cancel = vi.fn<() => void>();
  class StrictUtterance {
    lang = '';
    volume = 1;
    readonly text: string;
    constructor(text: string) {
      this.text = text;
    }
  }
  vi.stubGlobal('SpeechSynthesisUtterance', StrictUtterance);
  vi.stubGlobal('speechSynthesis', {
    cancel,
    speak(words: unknown) {
      if (!(words instanceof StrictUtterance)) throw new TypeError('No utterance');
      expect(words.lang).toMatch(/^(en|de)$/);
      if (words.volume > 0) said.push({ text: words.text, lang: words.lang });
    },
  });
  return { said, cancel };
}
