import { test } from 'vitest';
import { enterAsAdmin, enterWithCode, openSheet, tapIn } from '../steps';
import { withBrowser } from '../support';
import { openVenue } from '../venues';
import { inject } from 'vitest';
const { openDevice } = withBrowser();
const OUT = '.tmp/tour';
test('x', { timeout: 500_000 }, async () => {
  const admin = await openDevice();
  await enterAsAdmin(admin);
  const { accessCode } = await openVenue(admin, { areas: 12, alerts: 2, name: 'long' });
  for (const [w, h] of [
    [390, 844],
    [360, 640],
    [1280, 800],
  ] as const) {
    for (const locale of ['en-US', 'de-DE'] as const) {
      const who = locale === 'en-US' ? [true, false] : [false];
      for (const isAdmin of who) {
        const page = await openDevice({ width: w, height: h }, inject('baseUrl'), locale, w < 820);
        if (isAdmin) await page.context().addCookies(await admin.context().cookies());
        if (isAdmin) {
          await page.goto('/app');
        } else await enterWithCode(page, accessCode);
        await page.getByRole('article').first().waitFor();
        await page.waitForTimeout(700);
        const shot = async (what: string) => {
          for (const [scheme, forced] of [
            ['light', 'none'],
            ['dark', 'none'],
            ['dark', 'active'],
          ] as const) {
            await page.emulateMedia({ colorScheme: scheme, forcedColors: forced, reducedMotion: 'reduce' });
            await page.waitForTimeout(250);
            await page.screenshot({
              path: `${OUT}/${what}-${w}-${locale}-${isAdmin ? 'admin' : 'door'}-${forced === 'active' ? 'forced' : scheme}.png`,
            });
          }
        };
        await shot('list');
        if (w < 820) {
          await openSheet(page);
          await page.waitForTimeout(400);
          await shot('sheet');
          await page.keyboard.press('Escape');
          await page.waitForTimeout(300);
        }
        if (w < 820) {
          const open = page.getByRole('article').first().getByRole('button').first();
          console.log(
            w,
            locale,
            isAdmin,
            JSON.stringify(
              await page
                .getByRole('article')
                .first()
                .getByRole('button')
                .evaluateAll((b) => b.map((x) => x.ariaLabel ?? x.textContent)),
            ),
          );
          await open.click().catch(() => {});
          await page.waitForTimeout(500);
          await shot('opened');
        }
        await page.context().close();
      }
    }
  }
});
