import { crc32, deflateSync } from 'node:zlib';

import type { PNG } from 'pngjs';

/** The number of colors that a one-byte index can address. */
const maxColors = 256;

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** The color of each pixel as one number. */
const listColors = ({ data }: PNG): readonly number[] =>
  Array.from({ length: data.length / 4 }, (_, at) => data.readUIntBE(at * 4, 3));

const distance = (one: number, other: number): number =>
  [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);

/** The approximate hue of a color. */
const roughly = (color: number): number => color & 0xe0e0e0;

/**
 * The most frequent colors, for surfaces, then the most frequent one of each hue, so that small text keeps its color.
 */
const choosePaletteColors = (byCount: readonly number[]): readonly number[] => {
  const frequent = byCount.slice(0, maxColors / 2);
  const hues = new Map<number, number>();
  for (const color of byCount.slice(frequent.length))
    if (!hues.has(roughly(color))) hues.set(roughly(color), color);
  return [...frequent, ...hues.values()].slice(0, maxColors);
};

/** The palette and the color that replaces each color: itself, or the nearest one. */
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
  // Each row begins with its filter number, here none: indexes have no gradients.
  const rows = Buffer.alloc((width + 1) * height);
  colors.forEach((color, at) => {
    rows[at + Math.floor(at / width) + 1] = indexes.get(color) ?? 0;
  });
  const bytes = palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]);
  return { palette: Buffer.from(bytes), rows };
};

/**
 * Encodes a PNG with a palette, a third of the size of one with three channels; pngjs reads these but cannot write
 * them.
 */
export const palettePng = (picture: PNG): Buffer => {
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
