import { expect, test } from 'vitest';
import * as z from 'zod';
import { enterWithEvent } from './support/steps';
import { DESKTOP, withBrowser } from './support/browser';

const { openDevice, pageErrors } = withBrowser();

const DocumentSchema = z.object({
  openapi: z.string(),
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ responses: z.record(z.string(), z.object({ content: z.optional(z.unknown()) })) })),
  ),
});

test('who programs opens the document in the browser, and calls what it names as the page does', async () => {
  const page = await openDevice(DESKTOP);
  await enterWithEvent(page, 'Described Night');

  const document = await openDevice(DESKTOP);
  const answer = await document.goto('/api/openapi.json');
  expect(answer?.headers()['content-type']).toContain('application/json');
  const { openapi, paths } = DocumentSchema.parse(JSON.parse(await document.locator('body').innerText()));
  expect(openapi).toMatch(/^3\.1/);
  const path = '/api/events';
  expect(Object.keys(paths[path]?.get?.responses ?? {})).toEqual(expect.arrayContaining(['200', '401']));

  const asPage = await page.evaluate(async (to) => {
    const response = await fetch(to);
    const body: unknown = await response.json();
    return { status: response.status, body };
  }, path);
  expect(asPage).toMatchObject({ status: 200, body: [{ eventName: 'Described Night' }] });
  expect((await document.goto(path))?.status()).toBe(401);
  expect(pageErrors).toEqual([]);
});
