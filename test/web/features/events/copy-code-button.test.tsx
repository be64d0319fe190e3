import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CopyCodeButton } from '../../../../web/src/features/events/copy-code-button';

const writeText = vi.fn<(text: string) => Promise<void>>();
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

async function press() {
  fireEvent.click(screen.getByTitle('Copy access code'));
  await pass(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  writeText.mockResolvedValue();
  vi.stubGlobal('navigator', { clipboard: { writeText } });
});
afterEach(() => vi.useRealTimers());

test('Copied! stays for two seconds, counted from the last press', async () => {
  render(<CopyCodeButton accessCode="ABCD2346" />);
  await press();
  await pass(1_999);
  screen.getByText('Copied!');
  await press();
  await pass(1_999);
  screen.getByText('Copied!');
  await pass(1);
  expect(screen.queryByText('Copied!')).toBeNull();
  expect(writeText).toHaveBeenLastCalledWith('ABCD2346');
});
