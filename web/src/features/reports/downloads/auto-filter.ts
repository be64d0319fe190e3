import type { Feature } from 'write-excel-file/browser';
import {
  getCellAddress,
  getOrderOfSiblings,
  getSelfClosingTagMarkup,
  insertElementMarkupAccordingToOrderOfSiblings,
} from 'write-excel-file/utility';
import type { ReportSheet } from './sheet-parts';

const SHEET = 'xl/worksheets/sheet{id}.xml';

/** Returns the range of a sheet with a row of headings, such as A1:K20; null for a sheet of lines. */
function filteredRange({ data, stickyRowsCount = 0 }: ReportSheet): string | null {
  const [heads] = data;
  if (stickyRowsCount === 0 || !heads) return null;
  return `A1:${getCellAddress(data.length - 1, heads.length - 1)}`;
}

/**
 * Puts a filter on the headings of each sheet that has some (ECMA-376 part 1, 18.3.1.2). The library has no option for
 * it, but an interface for features of others (README, "Features").
 */
export const autoFilter = (sheets: readonly ReportSheet[]): Feature<File | Blob | ArrayBuffer> => ({
  files: {
    transform: {
      [SHEET]: {
        transform: (xml, _options, { sheetIndex }) => {
          const sheet = sheets[sheetIndex];
          const ref = sheet && filteredRange(sheet);
          const order = getOrderOfSiblings(SHEET, 'worksheet');
          if (!ref || !order) return xml;
          const filter = getSelfClosingTagMarkup('autoFilter', { ref });
          return insertElementMarkupAccordingToOrderOfSiblings(xml, filter, order, 'worksheet');
        },
      },
    },
  },
});
