import { existsSync } from 'node:fs';

/** Chromium without a user interface, in which tests take half the time. */
const shell = '/usr/bin/chromium-headless-shell';

const whole = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Finds a Chromium-based browser: `CHROME_PATH`, otherwise one in the usual locations. */
export const findChromium = () =>
  process.env.CHROME_PATH ?? [shell, ...whole].find((path) => existsSync(path));

/** Finds a browser that can open a window: `CHROME_PATH`, otherwise one in the usual locations. */
export const findWholeChromium = () => {
  const given = process.env.CHROME_PATH;
  if (given !== undefined && !given.includes('headless-shell')) return given;
  return whole.find((path) => existsSync(path));
};

/**
 * Returns the patterns of the page tests if this machine has no browser. In CI that is an error.
 * @returns {string[]}
 */
export const excludeBrowserTests = () => {
  if (findChromium() !== undefined) return [];
  if (process.env.CI)
    throw new Error('there is no Chromium for the tests of the page; install one or set CHROME_PATH');
  process.stderr.write('the tests of the page are left out: no Chromium was found (CHROME_PATH names one)\n');
  return ['**/*.page.e2e.ts'];
};

/**
 * Returns the patterns of the tests that open a window, if this machine's browser cannot. In CI that is an error.
 * @returns {string[]}
 */
export const excludeWindowTests = () => {
  if (findWholeChromium() !== undefined) return [];
  if (process.env.CI)
    throw new Error('there is no Chromium that can open a window; install one or set CHROME_PATH');
  process.stderr.write(
    'the tests that open a window are left out: no Chromium with a user interface was found (CHROME_PATH names one)\n',
  );
  return ['**/window.e2e.ts'];
};
