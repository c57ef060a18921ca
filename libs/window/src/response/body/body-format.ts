/** The kinds of body preview. */
export type PreviewKind = 'html' | 'svg' | 'image' | 'pdf' | 'audio' | 'video';

/** Image types that a browser renders and that cannot run scripts. */
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

const previewKinds: ReadonlyMap<string, PreviewKind> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['image/svg+xml', 'svg'],
  ['application/pdf', 'pdf'],
  ...images.map((one): [string, PreviewKind] => [one, 'image']),
]);

/** Returns the kind of preview for a content type, if it has one. */
export const getPreviewKind = (contentType: string | undefined): PreviewKind | undefined => {
  const type = getMediaType(contentType);
  if (/^audio\/[\w.+-]+$/.test(type)) return 'audio';
  if (/^video\/[\w.+-]+$/.test(type)) return 'video';
  return previewKinds.get(type);
};

/** The languages in which a body is formatted and highlighted. */
export type BodyFormat = 'json' | 'xml' | 'html' | 'css' | 'javascript' | 'text';

const types: readonly (readonly [RegExp, BodyFormat])[] = [
  [/[/+]json\b|^application\/(?:json5|x-ndjson|jsonl)$/, 'json'],
  [/^(?:text\/html|application\/xhtml\+xml)$/, 'html'],
  [/[/+]xml$/, 'xml'],
  [/^text\/css$/, 'css'],
  [/^(?:text|application)\/(?:x-)?(?:java|ecma)script$/, 'javascript'],
];

/** Content types that do not determine the format of text. */
const genericTypes = /^(?:|text\/plain|application\/octet-stream)$/;

const formatStarts: readonly (readonly [RegExp, BodyFormat])[] = [
  [/^\s*[[{]/, 'json'],
  [/^\s*<(?:!doctype html|html)\b/i, 'html'],
  [/^\s*<\?xml\b/i, 'xml'],
];

/** Returns the media type without its parameters, in lower case. */
export const getMediaType = (contentType: string | undefined): string =>
  (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** Determines the format of a text from its content type, or from its beginning if the type is missing or generic. */
export const getFormat = (text: string, contentType: string | undefined): BodyFormat => {
  const type = getMediaType(contentType);
  const named = types.find(([pattern]) => pattern.test(type));
  if (named !== undefined) return named[1];
  // Check the beginning, because servers often send JSON with another content type.
  const beginning = text.slice(0, 1_000);
  const found = formatStarts.find(([pattern]) => pattern.test(beginning));
  if (found === undefined) return 'text';
  return genericTypes.test(type) || found[1] === 'json' ? found[1] : 'text';
};

const extensions: Readonly<Record<BodyFormat, string>> = {
  json: 'json',
  xml: 'xml',
  html: 'html',
  css: 'css',
  javascript: 'js',
  text: 'txt',
};

/** Returns the file extension for a body. */
export const getFileExtension = (format: BodyFormat | undefined, contentType: string | undefined): string => {
  if (format !== undefined && format !== 'text') return extensions[format];
  const subtype = /^(?:image|audio|video|application)\/(?:x-)?([a-z0-9]+)/.exec(
    getMediaType(contentType),
  )?.[1];
  if (subtype === 'octet') return 'bin';
  return subtype ?? (format === undefined ? 'bin' : 'txt');
};
