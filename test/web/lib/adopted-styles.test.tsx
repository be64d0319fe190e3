import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adoptStyles } from '../../../web/src/lib/adopted-styles';
import { styleSingleton } from '../../../web/src/lib/style-singleton';

const adopted = () => document.adoptedStyleSheets.map(({ cssRules }) => cssRules[0]?.cssText.replaceAll(/\s/g, ''));
const css = (color: string) => `b { color: ${color} }`;

test('styles come and go, each its own, and none is an element of the page', () => {
  const dropRed = adoptStyles(css('red'));
  const dropBlue = adoptStyles(css('blue'));
  expect(adopted()).toEqual(['b{color:red;}', 'b{color:blue;}']);
  dropRed();
  expect(adopted()).toEqual(['b{color:blue;}']);
  dropBlue();
  expect(adopted()).toEqual([]);
  expect(document.querySelector('style')).toBeNull();
});

test('of several dialogs the first one’s styles count, until the last has gone', () => {
  const Sheet = styleSingleton();
  const first = render(<Sheet styles={css('red')} />);
  const second = render(<Sheet styles={css('blue')} />);
  expect(adopted()).toEqual(['b{color:red;}']);
  first.unmount();
  expect(adopted()).toEqual(['b{color:red;}']);
  second.unmount();
  expect(adopted()).toEqual([]);
  render(<Sheet styles={css('blue')} />).unmount();
  expect(adopted()).toEqual([]);
});
