import { type ESTree, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { filesBelow, parse } from './source.ts';

/** Attributes that a person reads or hears. */
const SPOKEN = new Set(['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt', 'label']);

/** The letters that a node of JSX writes itself, whichever way its conditions go. */
function written(node: ESTree.Node | null): string[] {
  if (node?.type === 'JSXText') return [node.value];
  if (node?.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '');
  if (node?.type === 'JSXExpressionContainer') return written(node.expression);
  if (node?.type === 'ConditionalExpression') return [...written(node.consequent), ...written(node.alternate)];
  if (node?.type === 'LogicalExpression') return [...written(node.left), ...written(node.right)];
  return [];
}

/** Texts in the JSX of a file that come from no catalogue. */
function hardCoded(path: string, text?: string): string[] {
  const found: string[] = [];
  const note = (node: ESTree.Node | null) => {
    found.push(...written(node).filter((words) => /\p{L}/u.test(words)));
  };
  new Visitor({
    JSXElement: ({ children }) => children.forEach((child) => note(child)),
    JSXFragment: ({ children }) => children.forEach((child) => note(child)),
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && SPOKEN.has(name.name)) note(value);
    },
  }).visit(parse(path, text));
  return found.map((words) => words.trim());
}

test.each([
  ['<p>Hello</p>', 'Hello'],
  ['<>{1} people</>', 'people'],
  ['<p>{full ? "Full" : null}</p>', 'Full'],
  ['<p>{`Level ${n}`}</p>', 'Level'],
  ['<button aria-label="Close" />', 'Close'],
  ['<Field label={busy && "Name"} />', 'Name'],
])('the test sees the text of %s', (jsx, text) => {
  expect(hardCoded('sample.tsx', jsx)).toEqual([text]);
});

test('the test takes no class, number or catalogue for a text', () => {
  const jsx = '<p className="font-bold" title={texts.title}>{texts.lead} · {5} ({count}%)</p>';
  expect(hardCoded('sample.tsx', jsx)).toEqual([]);
});

test('no screen has a text of its own: all stand in the catalogue', () => {
  const files = filesBelow(['web/src'], '.tsx');
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((path) => hardCoded(path).map((text) => `${path}: ${text}`))).toEqual([]);
});
