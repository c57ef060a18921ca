import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import pixelmatch from 'pixelmatch';
import type { Browser } from 'playwright-core';
import { PNG } from 'pngjs';

import { palettePng } from './palette-png.js';

const folder = fileURLToPath(new URL('pictures/', import.meta.url));
const madeWith = `${folder}chromium-version.txt`;

/** Whether this run replaces the reference screenshots instead of comparing with them: `npm run pictures`. */
export const isRenewing = process.env.TANDEM_RENEW_PICTURES === '1';

/**
 * Pixels differ beyond this color distance, from 0 to 1. It is twice the default of pixelmatch, which also ignores
 * antialiased edges, where versions of Chromium differ.
 */
const threshold = 0.2;

/**
 * The allowed share of differing pixels: with the Chromium of the references, and with another version. A screen is
 * mostly empty, so its share is smaller.
 */
const maxDifferentShare = {
  component: { same: 0.0025, other: 0.01 },
  screen: { same: 0.0005, other: 0.005 },
} as const;

/** Makes pages render alike on all machines: without color profiles, subpixel rendering and the system's hinting. */
export const steadyArguments: readonly string[] = [
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--disable-font-subpixel-positioning',
  '--hide-scrollbars',
];

/** The settings of a page whose screenshots are compared. */
export const steadyPage = (colorScheme: 'light' | 'dark') =>
  ({
    colorScheme,
    deviceScaleFactor: 1,
    locale: 'en-US',
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
  }) as const;

/** Another major version may render slightly differently. */
const getMajorVersion = (version: string): string => version.trim().split('.')[0] ?? '';

const renew = async (name: string, taken: PNG, version: string): Promise<undefined> => {
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}${name}.png`, palettePng(taken));
  await writeFile(madeWith, `${version}\n`);
};

/**
 * Returns how a screenshot differs from its reference; undefined if it is close enough. Differences are written to
 * `test-output`, beside the screenshot.
 */
export const difference = async (
  browser: Browser,
  name: string,
  screenshot: Buffer,
  of: keyof typeof maxDifferentShare = 'component',
): Promise<string | undefined> => {
  const taken = PNG.sync.read(screenshot);
  if (isRenewing) return renew(name, taken, browser.version());
  const kept = PNG.sync.read(await readFile(`${folder}${name}.png`));
  const { width, height } = kept;
  const size = `${taken.width} × ${taken.height} pixels instead of ${width} × ${height}`;
  const isSameSize = taken.width === width && taken.height === height;
  const marked = new PNG({ width, height });
  const count = isSameSize
    ? pixelmatch(kept.data, taken.data, marked.data, width, height, { threshold })
    : width * height;
  const isSameVersion =
    getMajorVersion(await readFile(madeWith, 'utf8')) === getMajorVersion(browser.version());
  const most = Math.floor(maxDifferentShare[of][isSameVersion ? 'same' : 'other'] * width * height);
  if (count <= most) return undefined;
  const output = fileURLToPath(new URL('../test-output/', import.meta.url));
  await mkdir(output, { recursive: true });
  await writeFile(`${output}${name}.png`, screenshot);
  if (isSameSize) await writeFile(`${output}${name}.difference.png`, PNG.sync.write(marked));
  const what = isSameSize ? `${count} pixels differ, and ${most} may` : size;
  return `${name}: ${what}. See ${output}${name}.png; if it is as it should be, run \`npm run pictures\`.`;
};
