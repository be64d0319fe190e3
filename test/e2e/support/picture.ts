import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { CALM_AFTER_TAP_MS } from '../../../web/src/features/counting/press/use-no-recent-taps';

/** What differs from run to run: in place of each match stands the text. */
const VARYING: readonly (readonly [pattern: string, text: string])[] = [
  // The address of a new account.
  ['journey-\\d+-\\d+@', 'journey-0-0@'],
  // Access codes, alone and in a link.
  ['\\b[2-9A-Z]{4}-[2-9A-Z]{4}\\b', 'CODE-CODE'],
  ['(?<=code=)[2-9A-Z]{8}', 'CODECODE'],
  // The product's own address.
  ['(?<=127\\.0\\.0\\.1:)\\d+', '10000'],
  // Ids, tokens, keys and hashes.
  ['[\\w-]{20,}', 'x'.repeat(20)],
  // Minutes and seconds of a time of day, and how long ago something was.
  ['(?<=\\d\\d:)\\d\\d(?::\\d\\d)?', '00'],
  ['\\d+ (?:s|sec|min)(?= ago)', '1 min'],
  // How long something has lasted, in minutes.
  ['under a minute|(?<!\\d)\\d\\smin\\b', '1 min'],
  // How many people come in a minute.
  ['^\\d+\\.\\d$|\\d+\\.\\d(?= in, )|(?<=^\\+)\\d+\\.\\d', '1.5'],
];

/** Replaces texts in the page, and returns how to undo that. React keeps its text nodes, so it notices nothing. */
function replaceTexts(varying: typeof VARYING): void {
  const still = (text: string) =>
    varying.reduce((now, [pattern, words]) => now.replaceAll(new RegExp(pattern, 'g'), words), text);
  const undo: (() => void)[] = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    const said = node.nodeValue ?? '';
    if (still(said) === said) continue;
    node.nodeValue = still(said);
    undo.push(() => {
      node.nodeValue = said;
    });
  }
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    const said = field.value;
    if (still(said) === said) continue;
    field.value = still(said);
    undo.push(() => {
      field.value = said;
    });
  }
  window.undoTexts = () => undo.forEach((step) => step());
}

declare global {
  interface Window {
    undoTexts?: () => void;
  }
}

const LOADS_WITHIN_MS = 300;
/** A page that does not stand still after this many pictures has something that always moves. */
const PICTURES_MAX = 12;

async function pictureOf(page: Page): Promise<Buffer> {
  await page.evaluate(replaceTexts, VARYING);
  const picture = await page.screenshot({
    animations: 'disabled',
    mask: [page.getByRole('img', { name: /QR code/ })],
  });
  await page.evaluate(() => window.undoTexts?.());
  return picture;
}

/** Returns a picture of the page at rest: parts that are still loading, or that follow a new size, are on it. */
async function stillPicture(page: Page): Promise<Buffer> {
  // Until then the pads keep their places, whatever the size.
  await page.waitForFunction((ms) => performance.now() > (window.lastPadAt ?? -ms) + ms, CALM_AFTER_TAP_MS);
  let picture = await pictureOf(page);
  for (let taken = 1; taken < PICTURES_MAX; taken += 1) {
    // A part that a new size needs begins to load only now.
    await page.waitForTimeout(LOADS_WITHIN_MS);
    const next = await pictureOf(page);
    if (next.equals(picture)) break;
    picture = next;
  }
  return picture;
}

/**
 * Leaves a picture of the page in .tmp/screenshots. Two runs of the same tree leave the same pictures, if their clocks
 * begin at the same time (`npm run test:pictures`).
 */
export async function takePicture(page: Page, name: string): Promise<void> {
  const path = `.tmp/screenshots/${name}.png`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await stillPicture(page));
}
