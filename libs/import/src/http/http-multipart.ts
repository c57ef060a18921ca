import type { Body, MultipartPart } from '@tandem/core';

import { pair } from '../value.js';

/** A header of a part, by lower-case name. */
const parsePartHeaders = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );

/** A parameter of a header: `name` of `form-data; name="a"`. */
const getHeaderParameter = (header: string, name: string): string | undefined => {
  const found = new RegExp(`(?:^|[;\\s])${name}=(?:"([^"]*)"|([^;\\s"]+))`, 'i').exec(header);
  return found?.[1] ?? found?.[2];
};

/** A part of a form; undefined if it has no name. */
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
    ...{ name, enabled: true },
    ...(file === undefined ? { value: content } : { file }),
    ...(filename === undefined ? {} : { filename }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(others.length === 0 ? {} : { headers: others.map(([key, value]) => pair(key, value)) }),
  };
};

/** The form in a body text with boundaries; undefined if a form here cannot express it. */
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
