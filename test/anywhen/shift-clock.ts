import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { installOnDebian } from '../../scripts/chromium.mjs';
import { DAY_MS, MINUTE_MS } from '../../src/shared/durations';

const FOLDER = resolve('.tmp/shift-clock');
const LIBRARY = resolve(FOLDER, 'shift-clock.so');

/** Returns the environment that moves the wall clock of a program, and of all that it starts. Linux only. */
export const shiftedBy = (ms: number) => ({ LD_PRELOAD: LIBRARY, SHIFT_SECONDS: String(Math.round(ms / 1000)) });

/** Compiles the library for {@link shiftedBy}. Throws if it moves no clock: then every run would pass for the wrong reason. */
export function prepareShift(): void {
  const hasCompiler = () => !spawnSync('cc', ['--version'], { stdio: 'ignore' }).error;
  if (process.platform !== 'linux') throw new Error('The clock is shifted by LD_PRELOAD, which needs Linux');
  if (!hasCompiler()) installOnDebian('A C compiler is', 'gcc', 'libc6-dev');
  if (!hasCompiler()) throw new Error('There is no C compiler, cc. Please install one (Debian: gcc libc6-dev)');
  mkdirSync(FOLDER, { recursive: true });
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-Wall', '-o', LIBRARY, 'test/support/shift-clock.c']);
  const env = { ...process.env, ...shiftedBy(DAY_MS) };
  const shown = Number(execFileSync('node', ['--print', 'Date.now()'], { encoding: 'utf8', env }));
  if (Math.abs(shown - Date.now() - DAY_MS) > MINUTE_MS) throw new Error('The clock of Node does not shift');
}
