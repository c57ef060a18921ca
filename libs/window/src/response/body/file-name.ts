import { extensionOf, formatOf } from './body-format.js';

const parseLastSegment = (url: string): string => {
  try {
    return decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
  } catch {
    return '';
  }
};

const parseDisposition = (value: string): string | undefined =>
  /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ??
  /filename\s*=\s*([^;\s]+)/i.exec(value)?.[1];

/** Without what a file name cannot contain. */
const safe = (name: string): string =>
  Array.from(name)
    .map((sign) => (sign < ' ' || '\\/:*?"<>|'.includes(sign) ? '-' : sign))
    .join('')
    .replace(/^\.+/, '')
    .slice(0, 120);

/** The name under which a response is saved: the one that it gives itself, or one after its URL. */
export const fileNameOf = (
  url: string,
  headers: Readonly<Record<string, string>>,
  text: string | undefined,
): string => {
  const given = safe(parseDisposition(headers['content-disposition'] ?? '') ?? '');
  if (given !== '') return given;
  const type = headers['content-type'];
  const extension = extensionOf(text === undefined ? undefined : formatOf(text, type), type);
  const name = safe(parseLastSegment(url)) || 'response';
  return /\.[a-z0-9]{1,5}$/i.test(name) ? name : `${name}.${extension}`;
};
