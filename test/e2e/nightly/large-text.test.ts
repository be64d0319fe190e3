import { expect, test } from 'vitest';
import { LANGUAGE_CODES } from '../../../src/shared/languages';
import { enlargeText, noonZone, PHONE, withBrowser } from '../support/browser';
import { button, enterWithEvent, measure, openSheet, tapIn } from '../support/steps';
import { addMasses, BAR, devicesIn, EVENT_NAME, eventPath, identify, STAGE } from '../support/walk-control';
import { unfold } from '../support/walk';

const { openDevice, pageErrors } = withBrowser({ timezoneId: noonZone() });

/** A long word does not fit into a line of so few letters. A field's example is less than its label. */
const ACCEPTED = /^(broken|cut in its field): /;

test.each(LANGUAGE_CODES)(
  'with text twice as large nothing is cut, small or covered on a phone in %s',
  async (language) => {
    const { open } = await devicesIn(openDevice, PHONE, language);
    const page = await open();
    await identify(page, 'DESK');
    await enlargeText(page);
    await enterWithEvent(page, EVENT_NAME, { [STAGE]: 10, [BAR]: 80 });
    await tapIn(page, STAGE, 9);
    await addMasses(page);
    await page.getByText(`90% full: ${STAGE}`, { exact: true }).first().waitFor();
    const { eventId } = await eventPath(page);
    const look = (name: string) => measure(page, `${language} ${name}`, ACCEPTED);
    await look('event');
    await openSheet(page);
    await look('sheet');
    await page.keyboard.press('Escape');
    await button(page, `Show ${STAGE} full screen`).click();
    await button(page, 'Lock the screen').waitFor();
    await look('area');
    await page.goto('/app/alerts');
    await page.getByRole('listitem').first().waitFor();
    await look('alerts');
    await page.goto(`/app/events/${eventId}/settings`);
    await button(page, '+ Add Category').waitFor();
    await unfold(page);
    await look('settings');
    await page.goto('/app/reports');
    await page.getByText('Intervals of 15 min: ').click();
    await look('report');
    for (const path of [`/app/events/${eventId}/doors`, '/app/overview', '/app/capacity', '/app/settings']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look(path);
    }
    expect(pageErrors).toEqual([]);
  },
);
