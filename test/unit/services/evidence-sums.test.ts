import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packReadme } from '../../../src/reports/sealed/readme';
import { smallFiles } from '../../../src/reports/sealed/small-files';
import { withSums } from '../../../src/services/evidence/sums';
import { type ArchiveFile, zipped } from '../../../src/services/evidence/zip';
import { evidenceFolder } from '../../../src/shared/sealed/sealing';
import { readSums } from '../../../src/shared/sealed/sums';
import { EXAMPLE_DAY, EXAMPLE_FIGURES, noEvents } from '../../support/evidence-example';

/** The system's own program, as an inspector uses it. */
const CHECK = process.platform === 'darwin' ? ['shasum', '-a', '256', '-c'] : ['sha256sum', '-c'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function* packFiles(): AsyncGenerator<ArchiveFile, void> {
  const day = evidenceFolder(EXAMPLE_DAY);
  const facts = { eventName: 'Straßenfest “Łódź”', folders: [day], verifyPage: 'https://example.com/verify' };
  yield { name: 'README.txt', pieces: [packReadme(facts)] };
  for (const [name, text] of smallFiles(EXAMPLE_DAY, EXAMPLE_FIGURES, JSON.stringify(EXAMPLE_FIGURES), noEvents())) {
    yield { name: `${day}/${name}`, pieces: [text.slice(0, 10), text.slice(10)] };
  }
  yield { name: `${day}/journal.csv`, pieces: [] };
}

/** Unpacks a pack as a program for archives does. */
async function unpack(): Promise<string[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zipped(withSums(packFiles()), new Date('2026-07-12T08:00:00Z'))) pieces.push(piece);
  const files = Object.entries(unzipSync(Buffer.concat(pieces)));
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return files.map(([name]) => name);
}

const check = (): string => {
  const [program = '', ...options] = CHECK;
  return execFileSync(program, [...options, 'SHA256SUMS'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
};

test('the sums of an unpacked pack are those that sha256sum computes, of every file but the list itself', async () => {
  const names = await unpack();
  expect(names.at(-1)).toBe('SHA256SUMS');
  expect(check().trimEnd().split('\n')).toEqual(names.slice(0, -1).map((name) => `${name}: OK`));
  writeFileSync(join(folder, 'README.txt'), 'changed');
  expect(check).toThrow('Command failed');
});

test('a list that is none is not read: other lines, and a file that it names twice', () => {
  const sum = 'a'.repeat(64);
  expect(readSums('')?.size).toBe(0);
  expect(readSums(`${sum}  a b.txt\n`)).toEqual(new Map([['a b.txt', sum]]));
  for (const text of [`${sum} a.txt\n`, 'a.txt', `${sum}  a.txt\n${sum}  a.txt\n`, `${sum}  \n`])
    expect(readSums(text)).toBeNull();
});
