import type { Page } from 'playwright-core';
import { dialog, enterWithEvent } from './steps';

/** An event as it is shared with its doors, by a code that is shown as a QR code as well. */

export const NAME = 'Summer Open Air';

/** A new event with one area, on this page. */
export async function openEvent(admin: Page): Promise<{ admin: Page; code: string }> {
  const { code } = await enterWithEvent(admin, NAME, { 'Main Stage': 100 });
  return { admin, code };
}

export const shareDialog = (page: Page) => dialog(page, 'Share Event');
export const qrOf = (page: Page) => shareDialog(page).getByRole('img', { name: /QR code/ });
