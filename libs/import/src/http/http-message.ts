import type { Auth, Body, MultipartPart, Pair } from '@tandem/core';

import { createPair } from '../value.js';

/** Parses the headers of a part, by lower-case name. */
const parsePartHeaders = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );

/** Returns a parameter of a header, such as `name` in `form-data; name="a"`. */
const getHeaderParameter = (header: string, name: string): string | undefined => {
  const found = new RegExp(`(?:^|[;\\s])${name}=(?:"([^"]*)"|([^;\\s"]+))`, 'i').exec(header);
  return found?.[1] ?? found?.[2];
};

/** Parses a part of a form; undefined if it has no name. */
const parsePart = (lines: readonly string[]): MultipartPart | undefined => {
  const blank = lines.findIndex((line) => line.trim() === '');
  if (blank < 0) return undefined;
  const headers = parsePartHeaders(lines.slice(0, blank));
  const disposition = headers.get('content-disposition') ?? '';
  const name = getHeaderParameter(disposition, 'name');
  const content = lines.slice(blank + 1).join('\n');
  const filename = getHeaderParameter(disposition, 'filename');
  const contentType = headers.get('content-type');
  const file = /^\s*<@?\s+(\S.*)$/.exec(content.trimEnd())?.[1];
  if (name === undefined) return undefined;
  const others = [...headers].filter(([key]) => !/^content-(?:disposition|type|length)$/.test(key));
  return {
    name,
    enabled: true,
    ...(file === undefined ? { value: content } : { file }),
    ...(filename === undefined ? {} : { filename }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(others.length === 0 ? {} : { headers: others.map(([key, value]) => createPair(key, value)) }),
  };
};

/** Parses a form that is written with boundaries; undefined if Tandem cannot express it. */
export const parseMultipart = (text: string, type: string): Body | undefined => {
  const boundary = /^multipart\/form-data\b/i.test(type) ? getHeaderParameter(type, 'boundary') : undefined;
  if (boundary === undefined) return undefined;
  const pieces: string[][] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === `--${boundary}--`) break;
    if (line.trim() === `--${boundary}`) pieces.push([]);
    else pieces.at(-1)?.push(line);
  }
  const parts = pieces.map(parsePart);
  return parts.length > 0 && parts.every((part) => part !== undefined)
    ? { type: 'multipart', parts }
    : undefined;
};

/** Parses a line such as `< ./body.json` to its file. `<@` means that variables are filled in within the file. */
export const parseFileLine = (line: string) => {
  const [, mark, file] = /^<(@[\w-]*)?\s+(\S.*)$/.exec(line.trimEnd()) ?? [];
  return { mark, file };
};

/** Parses an Authorization header in the editors' syntax to an auth; undefined if it should stay a header. */
export const parseAuth = (value: string): Auth | undefined => {
  const [, scheme = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(value) ?? [];
  if (/^bearer$/i.test(scheme)) return { type: 'bearer', token: rest };
  if (/^aws$/i.test(scheme)) return parseSignature(rest);
  const login = /^(\S+)[:\s]\s*(\S+)$/.exec(rest);
  if (login === null || !/^(?:basic|digest)$/i.test(scheme)) return undefined;
  const [, username = '', password = ''] = login;
  return { type: /^basic$/i.test(scheme) ? 'basic' : 'digest', username, password };
};

/** Parses `accessKeyId secretAccessKey token:… region:… service:…`, as in Visual Studio Code. */
const parseSignature = (text: string): Auth | undefined => {
  const [accessKeyId = '', secretAccessKey = '', ...rest] = text.split(/\s+/);
  const named = (name: string): string =>
    rest.find((one) => one.startsWith(`${name}:`))?.slice(name.length + 1) ?? '';
  if (secretAccessKey === '' || secretAccessKey.includes('=')) return undefined;
  return {
    type: 'aws-sigv4',
    accessKeyId,
    secretAccessKey,
    region: named('region') || 'us-east-1',
    service: named('service') || 'execute-api',
    ...(named('token') === '' ? {} : { sessionToken: named('token') }),
  };
};

export const parseBody = (text: string, type: string): Body => {
  const { file } = parseFileLine(text);
  if (file !== undefined) return { type: 'binary', file, ...(type === '' ? {} : { contentType: type }) };
  if (text === '') return { type: 'none' };
  if (/[/+]json\b/i.test(type)) return { type: 'json', content: text };
  const isForm = /^application\/x-www-form-urlencoded/i.test(type);
  // A form may span several lines, and its line breaks are not part of it.
  const form = text.replace(/\s*\r?\n\s*/g, '');
  if (isForm && !text.includes('{{')) {
    const fields = [...new URLSearchParams(form)];
    return { type: 'form-urlencoded', fields: fields.map(([name, value]) => createPair(name, value)) };
  }
  // Lines of a multipart body end with CRLF (RFC 2046, section 5.1).
  const lines = /^multipart\//i.test(type) ? `${text.replace(/\r?\n/g, '\r\n')}\r\n` : text;
  const content = isForm ? form : lines;
  return (
    parseMultipart(text, type) ?? { type: 'text', content, ...(type === '' ? {} : { contentType: type }) }
  );
};

/** Describes the parts of a body that Tandem cannot express: files within its text, and variables within its file. */
export const describeBodyLosses = (body: Body, text: string): readonly string[] => {
  if (body.type === 'binary') {
    const { mark } = parseFileLine(text);
    if (mark === undefined) return [];
    const encoding = mark.slice(1);
    const read = encoding === '' ? '' : `, and that it is read as ${encoding}`;
    return [`the variables in the file ${body.file}, which is sent as it is${read}`];
  }
  return body.type === 'json' || body.type === 'text'
    ? body.content.split(/\r?\n/).flatMap((line) => {
        const { file } = parseFileLine(line);
        return file === undefined ? [] : [`the file ${file} within its body; its line is sent as it stands`];
      })
    : [];
};

/** Reads the URL, the headers and the body, starting at the request line `from`. */
export const readMessage = (lines: readonly string[], from: number, target: string) => {
  let address = target;
  let at = from + 1;
  const isComment = (index: number): boolean => /^\s*(?:#|\/\/)/.test(lines[index] ?? '');
  /** The index of the next line that continues the URL, or -1. Comments may precede it. */
  const nextPart = (): number => {
    let next = at;
    while (isComment(next)) next += 1;
    return /^\s+[?&/]/.test(lines[next] ?? '') ? next : -1;
  };
  for (let next = nextPart(); next >= 0; next = nextPart()) {
    address += (lines[next] ?? '').trim();
    at = next + 1;
  }
  const headers: Pair[] = [];
  const lost: string[] = [];
  for (; at < lines.length && (lines[at] ?? '').trim() !== ''; at += 1) {
    const text = (lines[at] ?? '').trim();
    const colon = text.indexOf(':');
    if (isComment(at)) continue;
    if (colon > 0) headers.push(createPair(text.slice(0, colon).trim(), text.slice(colon + 1).trim()));
    else lost.push(`the line “${text.slice(0, 100)}”, which is no header`);
  }
  const body = lines
    .slice(at + 1)
    .join('\n')
    .trim();
  return { address, headers, body, lost };
};

/** Adds the host of the Host header to a target without a host (RFC 9112, section 3.3). */
export const addHost = (address: string, host: string): string =>
  address.startsWith('/') && host !== '' ? `http://${host}${address}` : address;
