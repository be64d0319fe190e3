import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PASSWORD, PHONE, withBrowser } from './support/browser';
import { button, connected, dialog, enterWithEvent, newEmail, restThumb, shownCount, tapIn } from './support/steps';

const { openDevice, pageErrors } = withBrowser();

const openMembers = async (page: Page) => {
  await page.goto('/app/settings#members');
  // From the same page, only the fragment has changed.
  await page.reload();
  return page.getByRole('region', { name: 'Members' });
};

test('an owner invites somebody, who counts, sees no bills, becomes an owner, and is removed while counting', async () => {
  const owner = await openDevice(DESKTOP);
  await enterWithEvent(owner, 'Harbor Night', { Hall: 100 });
  const members = await openMembers(owner);
  await button(members, 'Invite').click();
  await button(dialog(owner, 'Invite a member'), 'Invite').click();
  const link = (await dialog(owner, 'Invitation').getByText('/invitation#').textContent()) ?? '';
  await button(owner, 'Done').click();

  const email = newEmail();
  const member = await openDevice(PHONE);
  await member.goto(link);
  await member.getByText('sees no bills').waitFor();
  await member.getByLabel('Email').fill(email);
  await member.getByLabel('Choose a password').fill(PASSWORD);
  await button(member, 'Accept').click();
  await member.getByRole('heading', { name: 'Harbor Night' }).waitFor();
  await connected(member);
  await tapIn(member, 'Hall', 2);
  await restThumb(member);

  await (await openMembers(member)).getByText('The owners of this account decide who belongs to it.').waitFor();
  await button(await openMembers(owner), `Change role: ${email}`).click();
  await dialog(owner, 'Change role').getByText('Owner', { exact: true }).click();
  await button(dialog(owner, 'Change role'), 'Save').click();
  await members.getByText('Owner').nth(1).waitFor();
  await button(await openMembers(member), 'Invite').waitFor();

  await member.goto('/app');
  await connected(member);
  await tapIn(member, 'Hall');
  await expect.poll(() => shownCount(member, 'Hall')).toBe('3');
  await button(members, `Remove: ${email}`).click();
  await button(owner.getByRole('alertdialog'), 'Remove').click();
  await button(member, 'Log in').waitFor();
  await owner.goto('/app');
  await expect.poll(() => shownCount(owner, 'Hall')).toBe('3');
  await member.goto(link);
  await member.getByText('This invitation does not work any more').waitFor();
  expect(pageErrors).toEqual([]);
});
