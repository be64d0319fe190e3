import { Visitor } from 'vite';
import { expect, test } from 'vitest';
import { filesBelow, parse } from './source.ts';

/** Catalogues whose language is chosen while the page starts. */
const CATALOGUES = new Set(['texts', 'lateTexts', 'reportTexts', 'guestTexts', 'settingsTexts', 'siteTexts']);

/** What a file reads of a catalogue while it is loaded: it would stay English. */
function earlyReads(path: string, text?: string): string[] {
  const found: string[] = [];
  let depth = 0;
  const enter = () => void (depth += 1);
  const leave = () => void (depth -= 1);
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    MemberExpression: ({ object, property }) => {
      if (depth > 0 || object.type !== 'Identifier' || !CATALOGUES.has(object.name)) return;
      found.push(property.type === 'Identifier' ? property.name : property.type);
    },
    SpreadElement: ({ argument }) => {
      if (depth === 0 && argument.type === 'Identifier' && CATALOGUES.has(argument.name)) found.push('all');
    },
  }).visit(parse(path, text));
  return found;
}

test('the test sees what is read early', () => {
  const code = `
    const title = texts.login.title;
    const titles = { main: texts.card };
    const copy = { ...texts };
    const late = () => texts.login.title;
    function later() { return texts.card; }
    class Latest { say() { return texts.card; } }`;
  expect(earlyReads('sample.ts', code)).toEqual(['login', 'card', 'all']);
});

test('no file reads a catalogue before its language is known', () => {
  const files = [...filesBelow(['web/src'], '.tsx'), ...filesBelow(['web/src'], '.ts')];
  expect(files.flatMap((path) => earlyReads(path).map((name) => `${path}: ${name}`))).toEqual([]);
});
