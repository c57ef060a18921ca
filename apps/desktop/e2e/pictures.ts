import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import type { Browser } from 'playwright-core';
import { PNG } from 'pngjs';
import { crc32, deflateSync } from 'node:zlib';

/** The number of colors that a one-byte index can address. */
const maxColors = 256;

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** The color of each pixel, encoded as one number. */
const listColors = ({ data }: PNG): readonly number[] =>
  Array.from({ length: data.length / 4 }, (_, at) => data.readUIntBE(at * 4, 3));

const distance = (one: number, other: number): number =>
  [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);

/** Returns the approximate hue of a color. */
const getApproximateHue = (color: number): number => color & 0xe0e0e0;

/** Chooses the most frequent colors, for surfaces, followed by the most frequent color of each hue, so that small text keeps its color. */
const choosePaletteColors = (byCount: readonly number[]): readonly number[] => {
  const frequent = byCount.slice(0, maxColors / 2);
  const hues = new Map<number, number>();
  for (const color of byCount.slice(frequent.length))
    if (!hues.has(getApproximateHue(color))) hues.set(getApproximateHue(color), color);
  return [...frequent, ...hues.values()].slice(0, maxColors);
};

/** Creates a palette, and assigns to each color of the picture the nearest color of the palette. */
const createPalette = (colors: readonly number[]) => {
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const all = [...counts].sort(([, a], [, b]) => b - a).map(([color]) => color);
  const palette = choosePaletteColors(all);
  const nearest = (color: number): number =>
    palette.reduce(
      (best, one, at) => (distance(one, color) < distance(palette[best] ?? 0, color) ? at : best),
      0,
    );
  return { palette, indexes: new Map(all.map((color) => [color, nearest(color)])) };
};

const toIndexedPicture = (picture: PNG): { readonly palette: Buffer; readonly rows: Buffer } => {
  const { width, height } = picture;
  const colors = listColors(picture);
  const { palette, indexes } = createPalette(colors);
  // Each row begins with the number of its filter. It is 0 for no filter, because filters only help with
  // gradients, and indexes have none.
  const rows = Buffer.alloc((width + 1) * height);
  colors.forEach((color, at) => {
    rows[at + Math.floor(at / width) + 1] = indexes.get(color) ?? 0;
  });
  const bytes = palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]);
  return { palette: Buffer.from(bytes), rows };
};

/** Encodes a PNG with a palette, at a third of the size of one with three channels. pngjs can read such files but not write them. */
const encodePalettePng = (picture: PNG): Buffer => {
  const { palette, rows } = toIndexedPicture(picture);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(picture.width, 0);
  header.writeUInt32BE(picture.height, 4);
  // Eight bits per pixel, as an index.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const folder = fileURLToPath(new URL('pictures/', import.meta.url));
const madeWith = `${folder}chromium-version.txt`;

/** Whether this run replaces the reference screenshots instead of comparing with them: `npm run pictures`. */
export const isRenewing = process.env.TANDEM_RENEW_PICTURES === '1';

/**
 * The color distance, from 0 to 1, beyond which pixels count as different. It is twice the default of pixelmatch. Antialiased edges are
 * ignored, because they differ between versions of Chromium.
 */
const threshold = 0.2;

/**
 * The maximum share of different pixels, with the Chromium version of the references and with another version. It is smaller for a
 * screen, because most of a screen is empty.
 */
const maxDifferentShare = {
  component: { same: 0.0025, other: 0.01 },
  screen: { same: 0.0005, other: 0.005 },
} as const;

/**
 * Command-line arguments with which pages render the same on all machines: without color profiles, subpixel rendering and
 * the system's font hinting.
 */
export const steadyArguments: readonly string[] = [
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--disable-font-subpixel-positioning',
  '--hide-scrollbars',
];

/** The settings of pages whose screenshots are compared. */
export const steadyPage = (colorScheme: 'light' | 'dark') =>
  ({
    colorScheme,
    deviceScaleFactor: 1,
    locale: 'en-US',
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
  }) as const;

/** Returns the major version of Chromium. Another major version may render slightly differently. */
const getMajorVersion = (version: string): string => version.trim().split('.')[0] ?? '';

const renew = async (name: string, taken: PNG, version: string): Promise<undefined> => {
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}${name}.png`, encodePalettePng(taken));
  await writeFile(madeWith, `${version}\n`);
};

/**
 * Returns how a screenshot differs from its reference, or undefined if it is close enough. The differences are written to `test-output`,
 * next to the screenshot.
 */
export const describeDifference = async (
  browser: Browser,
  name: string,
  screenshot: Buffer,
  of: keyof typeof maxDifferentShare = 'component',
): Promise<string | undefined> => {
  const taken = PNG.sync.read(screenshot);
  if (isRenewing) return renew(name, taken, browser.version());
  const expected = PNG.sync.read(await readFile(`${folder}${name}.png`));
  const { width, height } = expected;
  const size = `${taken.width} × ${taken.height} pixels instead of ${width} × ${height}`;
  const isSameSize = taken.width === width && taken.height === height;
  const marked = new PNG({ width, height });
  const count = isSameSize
    ? pixelmatch(expected.data, taken.data, marked.data, width, height, { threshold })
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
