const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns a text as HTML, inside an element or an attribute with quotes. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => ENTITIES[one] ?? '');

export interface Head {
  head: string;
  /** Numbers are aligned by their digits. Times and durations stay on one line. */
  kind: 'text' | 'number' | 'time';
}

const CLASSES: Record<Head['kind'], string> = { text: '', number: ' class="n"', time: ' class="t"' };

/** Returns a table. The first column names the row. */
export function table(columns: readonly Head[], rows: readonly (readonly (string | number)[])[]): string {
  const side = (index: number) => CLASSES[columns[index]?.kind ?? 'text'];
  const heads = columns.map(({ head }, i) => `<th scope="col"${side(i)}>${escaped(head)}</th>`).join('');
  const lines = rows.map((row) =>
    row
      .map((cell, i) => {
        const tag = i === 0 ? 'th' : 'td';
        return `<${tag}${i === 0 ? ' scope="row"' : ''}${side(i)}>${escaped(String(cell))}</${tag}>`;
      })
      .join(''),
  );
  const body = lines.map((line) => `<tr>${line}</tr>`).join('\n');
  return `<div class="wide"><table><thead><tr>${heads}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}

/** Returns a part of the page under its heading. */
export const section = (title: string, lead: string, body: string): string =>
  `<section><h2>${escaped(title)}</h2>${lead === '' ? '' : `<p class="lead">${escaped(lead)}</p>`}${body}</section>`;
