import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginDemo, findDemo, saveDemo } from '../../../../scripts/demo/demo';

const DEMO = {
  email: 'demo@headroom.example',
  password: 'Harbor-2026!',
  eventId: 'event',
  areaIds: ['a', 'b', 'c', 'd'],
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-demo-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('a demo is found again once it is filled, and begun anew when it was broken off', () => {
  const stateDir = join(folder, 'demo');
  expect(findDemo(stateDir)).toBeNull();
  beginDemo(stateDir);
  expect(findDemo(stateDir)).toBeNull();
  saveDemo(stateDir, DEMO);
  expect(findDemo(stateDir)).toEqual(DEMO);

  writeFileSync(join(stateDir, 'rooms'), '');
  beginDemo(stateDir);
  expect(existsSync(join(stateDir, 'rooms'))).toBe(false);
});

test('a folder that holds something else is left alone', () => {
  writeFileSync(join(folder, 'precious'), '');
  expect(() => findDemo(folder)).toThrow('holds something else than a demo');
  expect(readdirSync(folder)).toEqual(['precious']);
});
