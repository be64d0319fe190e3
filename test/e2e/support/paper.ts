import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf';

/** As the browser's own "Save as PDF" makes it: what the page's CSS says of paper is what counts. */
export async function printed(page: Page, name: string): Promise<Uint8Array> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  if (process.env.SCREENSHOTS) {
    mkdirSync(resolve('.tmp/screenshots'), { recursive: true });
    writeFileSync(resolve(`.tmp/screenshots/${name}.pdf`), pdf);
  }
  return new Uint8Array(pdf);
}

interface PrintedPage {
  size: number[];
  text: string;
  hasImages: boolean;
  hasPaths: boolean;
}

/** What another program reads from it. */
export async function readPages(pdf: Uint8Array): Promise<PrintedPage[]> {
  const { OPS } = await getResolvedPDFJS();
  const document = await getDocumentProxy(pdf);
  const { text: texts } = await extractText(document, { mergePages: false });
  return Promise.all(
    texts.map(async (text, i) => {
      const page = await document.getPage(i + 1);
      const { fnArray } = await page.getOperatorList();
      const images = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
      const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
      return {
        size: [Math.round(right - left), Math.round(top - bottom)],
        text: text.normalize('NFKC').replaceAll(/\s+/g, ' '),
        hasImages: fnArray.some((it) => images.has(it)),
        hasPaths: fnArray.includes(OPS.constructPath),
      };
    }),
  );
}
