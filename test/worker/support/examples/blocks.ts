/** A fenced block of the page: a command, the answer to it, or a conversation over a socket. */
export interface Block {
  language: 'sh' | 'json' | 'csv' | 'socket';
  text: string;
  /** Where it begins in the page, from 1 on. */
  line: number;
}

const isLanguage = (text: string): text is Block['language'] => ['sh', 'json', 'csv', 'socket'].includes(text);

/** @throws {Error} a block in another language: nobody would try it */
export function readBlocks(page: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const [index, row] of page.split('\n').entries()) {
    const fence = /^```(.*)$/.exec(row);
    if (!fence) {
      if (open) open.text += `${row}\n`;
      continue;
    }
    if (open) {
      blocks.push(open);
      open = null;
      continue;
    }
    const [, language = ''] = fence;
    if (!isLanguage(language)) throw new Error(`Line ${index + 1}: nobody tries blocks in '${language}'`);
    open = { language, text: '', line: index + 1 };
  }
  if (open) throw new Error(`Line ${open.line}: the block has no end`);
  return blocks;
}
