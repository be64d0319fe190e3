import { currentLanguage } from '../../texts/texts';

/** The wait in ms before the count is spoken. Somebody who taps again within this time is not listening. */
const SAY_AFTER_MS = 1_500;

let timer: ReturnType<typeof setTimeout> | undefined;

function speak(text: string, volume = 1): void {
  const words = new SpeechSynthesisUtterance(text);
  words.lang = currentLanguage();
  words.volume = volume;
  speechSynthesis.speak(words);
}

/**
 * Some browsers let a page speak later only if it has once spoken within a touch, so speak an empty text on the first
 * touch.
 */
window.addEventListener('pointerup', () => speak('', 0), { capture: true, once: true });

/** Stops the current announcement and cancels the next one. */
export function hush(): void {
  clearTimeout(timer);
  speechSynthesis.cancel();
}

/**
 * Speaks the current count after a pause without taps. `countNow` returns undefined for a deleted area, and then
 * nothing is spoken.
 */
export function saySoon(countNow: () => number | undefined): void {
  hush();
  timer = setTimeout(() => {
    const count = countNow();
    // Speak plain digits: a voice of another language would misread the thousands separators.
    if (count !== undefined) speak(String(count));
  }, SAY_AFTER_MS);
}
