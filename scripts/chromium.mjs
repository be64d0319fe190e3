import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

/** Headless Chromium is preferred if it is installed: the browser tests need a quarter less CPU in it. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const PLACES = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const HOW = `The browser tests need Chromium. Install it (Debian: apt-get install chromium), or set CHROMIUM_PATH to a
Chrome or Chromium binary.\n`;

const onDisk = () => [process.env.CHROMIUM_PATH, ...PLACES].find((place) => place && existsSync(place));

/**
 * Installs Debian packages if this user may install packages.
 * @param {string} what @param {string[]} packages
 */
export function installOnDebian(what, ...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  process.stdout.write(`${what} missing: installing with apt-get.\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
}

/** Whether this machine has no font for 東京 in printed reports. Without fontconfig it is assumed to have one. */
function isWithoutJapanese() {
  const { status, stdout } = spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' });
  return status === 0 && stdout.trim() === '';
}

/** Returns the path of a Chromium. If there is none, ends the process and says what to do. */
export function findChromium() {
  const isGiven = Boolean(process.env.CHROMIUM_PATH);
  if (!onDisk() || (!isGiven && !existsSync(HEADLESS_SHELL)))
    installOnDebian("Chromium's headless shell is", 'chromium-headless-shell');
  if (isWithoutJapanese()) installOnDebian('Fonts for Japanese are', 'fonts-noto-cjk');
  const path = onDisk();
  if (!path) {
    process.stderr.write(HOW);
    process.exit(1);
  }
  return path;
}
