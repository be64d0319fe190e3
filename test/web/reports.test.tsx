import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ACCOUNT_API, EVENT } from './support/account';
import { stubSockets } from './support/fake-sockets';
import { renderApp } from './support/render-app';
import { closedReport } from './support/report';
import { stubApi } from './support/stub-api';

/** So that what a test waits for is the screen, and not the loading of its code. */
beforeAll(() => import('../../web/src/app/reports/reports-screen'));
beforeEach(stubSockets);

const API = {
  ...ACCOUNT_API,
  'GET /api/events/e1/report?interval=15': [200, closedReport] as const,
};

test('the report of the event whose address it is', async () => {
  stubApi(API);
  renderApp('/app/reports?event=e1');
  await screen.findByRole('heading', { name: EVENT.eventName, level: 1 });
  expect(document.title).toBe('Report · Headroom');
});
