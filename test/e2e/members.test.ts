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

test('somebody is invited as a viewer, becomes a supervisor in the open page, counts, and is removed while counting', async () => {
  const owner = await openDevice(DESKTOP);
  await enterWithEvent(owner, 'Harbor Night', { Hall: 100 });
  await tapIn(owner, 'Hall');
  await restThumb(owner);
  const members = await openMembers(owner);
  await button(members, 'Invite').click();
  const invitation = dialog(owner, 'Invite a member');
  await invitation.getByText('Viewer', { exact: true }).click();
  await invitation.getByLabel('Harbor Night').check();
  await button(invitation, 'Invite').click();
  const link = (await dialog(owner, 'Invitation').getByText('/invitation#').textContent()) ?? '';
  await button(owner, 'Done').click();

  const email = newEmail();
  const member = await openDevice(PHONE);
  await member.goto(link);
  await member.getByLabel('Email').fill(email);
  await member.getByLabel('Choose a password').fill(PASSWORD);
  await button(member, 'Accept').click();
  await member.getByRole('heading', { name: 'Harbor Night' }).waitFor();
  await connected(member);
  await expect.poll(() => shownCount(member, 'Hall')).toBe('1');
  expect(await member.getByRole('button', { name: 'Add one to Hall' }).count()).toBe(0);
  await member.goto('/app/reports');
  await member.getByRole('heading', { name: 'Harbor Night' }).first().waitFor();
  await member.goto('/app/settings#members');
  expect(await member.getByRole('region', { name: 'Members' }).count()).toBe(0);
  await member.goto('/app');
  await connected(member);

  await button(await openMembers(owner), `Change role: ${email}`).click();
  const roles = dialog(owner, 'Change role');
  await roles.getByText('Supervisor', { exact: true }).click();
  await button(roles, 'Save').click();
  await tapIn(member, 'Hall', 3);
  await restThumb(member);
  await owner.goto('/app');
  await expect.poll(() => shownCount(owner, 'Hall')).toBe('4');

  await button(await openMembers(owner), `Remove: ${email}`).click();
  await button(owner.getByRole('alertdialog'), 'Remove').click();
  await button(member, 'Log in').waitFor();
  await owner.goto('/app/settings#audit');
  await owner.reload();
  const log = owner.getByRole('list', { name: 'Audit log' });
  await log.getByText('Removed a member: former member 1').waitFor();
  await owner.goto('/app');
  await expect.poll(() => shownCount(owner, 'Hall')).toBe('4');
  await member.goto(link);
  await member.getByText('This invitation does not work any more').waitFor();
  expect(pageErrors).toEqual([]);
});
