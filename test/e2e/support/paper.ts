import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf';

interface PrintedPage {
  size: number[];
  text: string;
  hasImages: boolean;
  hasPaths: boolean;
}

/** Reads, with another program, the PDF that "Save as PDF" makes of the page. The page's CSS determines the paper. */
export async function readPrinted(page: Page): Promise<PrintedPage[]> {
  const { OPS } = await getResolvedPDFJS();
  const document = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  const { text: texts } = await extractText(document, { mergePages: false });
  return Promise.all(
    texts.map(async (text, i) => {
      const sheet = await document.getPage(i + 1);
      const { fnArray } = await sheet.getOperatorList();
      const images = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
      const [left = 0, bottom = 0, right = 0, top = 0] = sheet.view;
      return {
        size: [Math.round(right - left), Math.round(top - bottom)],
        text: text.normalize('NFKC').replaceAll(/\s+/g, ' '),
        hasImages: fnArray.some((it) => images.has(it)),
        hasPaths: fnArray.includes(OPS.constructPath),
      };
    }),
  );
}
