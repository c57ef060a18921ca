import { mediaType } from './body-format.js';

/** How a body can be shown as what it is. */
export type PreviewKind = 'html' | 'svg' | 'image' | 'pdf' | 'audio' | 'video';

/** Images that a browser draws and that cannot run anything. */
const images: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
];

const exact: ReadonlyMap<string, PreviewKind> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['image/svg+xml', 'svg'],
  ['application/pdf', 'pdf'],
  ...images.map((one): [string, PreviewKind] => [one, 'image']),
]);

/** How a body of this content type can be shown, if it can. */
export const previewOf = (contentType: string | undefined): PreviewKind | undefined => {
  const type = mediaType(contentType);
  if (/^audio\/[\w.+-]+$/.test(type)) return 'audio';
  if (/^video\/[\w.+-]+$/.test(type)) return 'video';
  return exact.get(type);
};
