import { expect, vi } from 'vitest';

/** Replacements for a browser's motor, sound and voice, as strict about their input as real ones. */

/** Returns the requested patterns. */
export function stubMotor(): number[][] {
  const asked: number[][] = [];
  const motor = {
    vibrate(this: unknown, pattern: number[]) {
      if (this !== navigator) throw new TypeError('Illegal invocation');
      // The first phones with vibration accepted ten entries; the last entry is not a pause.
      if (pattern.length % 2 === 0 || pattern.length > 10) throw new TypeError('Not a pattern');
      if (!pattern.every((ms) => Number.isInteger(ms) && ms > 0 && ms <= 10_000)) throw new TypeError('Not ms');
      asked.push(pattern);
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

/** Sound that is silent until a touch. Returns the tones and a function for the touch. */
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
    readonly context: StrictContext;
    goesTo: StrictNode | null = null;
    constructor(context: StrictContext) {
      this.context = context;
    }
    connect(target: StrictNode) {
      if (target.context !== this.context) throw new TypeError('Not to be connected');
      this.goesTo = target;
    }
  }
  class StrictGain extends StrictNode {
    constructor(context: StrictContext, { gain }: { gain: number }) {
      super(context);
      if (!(gain > 0 && gain <= 1)) throw new RangeError(`Gain ${gain}`);
    }
  }
  class StrictOscillator extends StrictNode {
    readonly #tone: FakeTone;
    constructor(context: StrictContext, { frequency }: { frequency: number }) {
      super(context);
      this.#tone = { hz: frequency, from: Number.NaN, to: Number.NaN };
    }
    start(at: number) {
      if (!(at >= this.context.currentTime)) throw new RangeError(`Starts at ${at}`);
      if (this.goesTo?.goesTo !== this.context.destination) throw new Error('Nobody hears it');
      this.#tone.from = at;
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

/** Returns the spoken texts and how often speech was canceled. */
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
    speak({ text, lang, volume }: StrictUtterance) {
      expect(lang).toMatch(/^(en|de)$/);
      if (volume > 0) said.push({ text, lang });
    },
  });
  return { said, cancel };
}
