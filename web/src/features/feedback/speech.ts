import { currentLanguage } from '../../texts/language';

/** Somebody who taps again within this time does not listen. */
const SAY_AFTER_MS = 1_500;

let timer: ReturnType<typeof setTimeout> | undefined;

function speak(text: string, volume = 1): void {
  const words = new SpeechSynthesisUtterance(text);
  words.lang = currentLanguage();
  words.volume = volume;
  speechSynthesis.speak(words);
}

/** Some browsers let a page speak later only if it has spoken within a touch. */
window.addEventListener('pointerup', () => speak('', 0), { capture: true, once: true });

/** Stops the present announcement and forgets the next one. */
export function hush(): void {
  clearTimeout(timer);
  speechSynthesis.cancel();
}

/** Says the present count after a pause without taps; undefined for a deleted area. */
export function saySoon(countNow: () => number | undefined): void {
  hush();
  timer = setTimeout(() => {
    const count = countNow();
    // In plain digits: a voice of another language would misread the thousands separators.
    if (count !== undefined) speak(String(count));
  }, SAY_AFTER_MS);
}
