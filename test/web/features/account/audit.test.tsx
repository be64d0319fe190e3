import { within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '../../../../src/shared/audit/schemas';
import { ACCOUNT_API } from '../../support/account';
import { sectionOf } from '../../support/dashboard';
import { stubApi } from '../../support/stub-api';
import { openPage } from './open-settings';

beforeAll(async () => void (await import('../../../../web/src/features/settings/account/account-settings-screen')));

let entryId = 0;
const entry = (fields: Partial<AuditEntry>): AuditEntry => ({
  entryId: (entryId += 1),
  at: new Date(2026, 10, 3, 18, 4).toISOString(),
  topic: 'settings',
  action: 'createEvent',
  person: { email: 'a@b.co' },
  eventId: null,
  eventName: null,
  detail: null,
  ...fields,
});
const ROLE = entry({
  topic: 'members',
  action: 'changeMember',
  concerns: { email: null, formerMember: 2 },
  detail: 'viewer e1 e2',
});
const EVENT = entry({ eventName: 'Harbor Night', person: { email: null, formerMember: 2 } });
const byKey = entry({ action: 'updateArea', eventName: 'Harbor Night', detail: 'Pier', keyName: 'Script' });
const { person: _person, ...KEY } = byKey;

test('the log says what was done by whom, goes on with the next page, and can be filtered by topic', async () => {
  stubApi({
    ...ACCOUNT_API,
    'GET /api/audit?limit=50': [200, { entries: [ROLE, EVENT], next: '7' }],
    'GET /api/audit?limit=50&after=7': [200, { entries: [KEY] }],
    'GET /api/audit?limit=50&topic=keys': [200, { entries: [] }],
  });
  const user = await openPage();
  const section = await sectionOf('Audit log');
  await section.findByText('Changed a member’s role: former member 2, Viewer, 2 events');
  await user.click(section.getByRole('button', { name: 'Show more' }));
  await section.findByText('Changed an area: Harbor Night, Pier');
  const list = within(section.getByRole('list', { name: 'Audit log' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Changed a member’s role: former member 2, Viewer, 2 eventsa@b.co · Nov 3, 2026, 18:04',
    'Created an event: Harbor Nightformer member 2 · Nov 3, 2026, 18:04',
    'Changed an area: Harbor Night, PierAPI key “Script” · Nov 3, 2026, 18:04',
  ]);
  expect(section.queryByRole('button', { name: 'Show more' })).toBeNull();
  await user.selectOptions(section.getByLabelText('Topic'), 'API keys');
  await section.findByText('Nothing about this.');
});
