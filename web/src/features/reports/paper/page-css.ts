import { reportTexts } from '../../../texts/report-texts';

export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];

/** Returns a text as a CSS string. '<' is escaped, too, because it could end a style element. */
const cssString = (text: string): string =>
  `"${text.replaceAll(/["\\<\p{Cc}]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;

/** Placeholders for the two page numbers while the sentence around them is translated. */
const [PAGE, PAGES] = ['\ue000', '\ue001'];

function pageNumber(): string {
  const parts = reportTexts.paper.pageOf(PAGE, PAGES).split(/([\ue000\ue001])/u);
  const written = (part: string) =>
    part === PAGE ? 'counter(page)' : part === PAGES ? 'counter(pages)' : cssString(part);
  return parts
    .filter((part) => part !== '')
    .map(written)
    .join(' ');
}

const MARGIN_TEXT = 'font: 8pt system-ui, "Noto Sans", "Noto Sans CJK JP", sans-serif; color: #586056;';

export interface PageFoot {
  eventName: string;
  days: string;
}

/** Returns the CSS of the printed page: its size, its margins, and the footer of each page. */
export const pageCss = (paper: Paper, { eventName, days }: PageFoot): string => `@page {
  size: ${paper === 'a4' ? 'A4' : 'letter'};
  margin: 16mm 14mm 18mm;
  @bottom-left { content: ${cssString(`${eventName} · ${days}`)}; width: 75%; text-align: left; ${MARGIN_TEXT} }
  @bottom-right { content: ${pageNumber()}; width: 25%; text-align: right; ${MARGIN_TEXT} }
}`;
