import type { ForeignDocument, ImportDocument, ImportFormat, ImportNoise } from '@tandem/core';

import { hideCredentials } from './credentials.js';
import { readCurlFile } from './curl-file.js';
import { limitExamples } from './examples.js';
import { dynamicVariables, messageReferences } from './dynamic-variables.js';
import { readHar } from './har.js';
import { readHttpFile } from './http-file.js';
import { readInsomnia4 } from './insomnia/export-4.js';
import { readInsomnia5 } from './insomnia/export-5.js';
import { withTemplates } from './insomnia/templates.js';
import { limitNotes, problemOfSize } from './limits.js';
import { bundle } from './openapi/bundle.js';
import { readOpenApi } from './openapi/document.js';
import { parse } from './parse.js';
import { readPostmanCollection } from './postman/collection.js';
import { readPostmanDump, readPostmanEnvironment } from './postman/environment.js';
import { looksLikeCurl, looksLikeHttp, partOfBruno, recognise } from './recognise.js';
import { type Fields, isFields } from './value.js';

/** A document, or why there is none. */
export type Reading =
  | { readonly kind: 'document'; readonly document: ImportDocument }
  | { readonly kind: 'refused'; readonly why: string };

const insomnia = (given: Fields, why: string): ImportDocument => {
  const document = withTemplatesIn(given) as Fields;
  return Array.isArray(document.resources) ? readInsomnia4(document, why) : readInsomnia5(document, why);
};

/** All texts of a document, in Tandem's way to name variables. */
const withTemplatesIn = (value: unknown): unknown => {
  if (typeof value === 'string') return withTemplates(value);
  if (Array.isArray(value)) return value.map(withTemplatesIn);
  if (!isFields(value) || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTemplatesIn(one)]));
};

const readers: Readonly<
  Record<
    Exclude<ImportFormat, 'http' | 'curl' | 'openapi'>,
    (document: Fields, why: string, keep?: readonly ImportNoise[]) => ImportDocument
  >
> = {
  postman: readPostmanCollection,
  'postman-environment': readPostmanEnvironment,
  'postman-dump': readPostmanDump,
  insomnia,
  har: readHar,
};

const refused = (why: string): Reading => ({ kind: 'refused', why });

/** The first thing that had no counterpart, which may be why there is nothing. */
const firstOf = ({ leftOut: [first] }: ImportDocument): string =>
  first === undefined ? '' : `; ${first.place}: ${first.what}`;

const finished = (document: ImportDocument): Reading => ({
  kind: 'document',
  document: limitNotes(limitExamples(document)),
});

const checked = (document: ImportDocument): Reading => {
  const { requests, environments, folders } = document;
  const tooMuch = problemOfSize(document);
  if (tooMuch !== undefined) return refused(tooMuch);
  const made = document.format === 'openapi' ? 0 : environments.length;
  const hasNothing = requests.length + made + folders.filter(({ path }) => path !== '').length === 0;
  // All of it may be in the files that are missing, or be noise that can be kept.
  if (hasNothing && document.missing === undefined && document.noise === undefined)
    return refused(
      `was read as ${document.format} (${document.why}), but has no request and no environment in it${firstOf(document)}`,
    );
  const leftOut = [
    ...document.leftOut,
    // Its texts are examples, in which such names are none of variables.
    ...(document.format === 'openapi' ? [] : dynamicVariables(document)),
    ...(document.format === 'http' ? messageReferences(document) : []),
  ];
  const hiding = hideCredentials({ ...document, leftOut });
  return hiding.kind === 'exposed' ? refused(hiding.why) : finished(hiding.document);
};

/** Reads a document of another tool. */
export const readDocument = ({
  text,
  name = '',
  format,
  keep,
  files = new Map(),
  base,
}: ForeignDocument): Reading => {
  const content = text.replace(/^\uFEFF/, '');
  if (content.trim() === '') return refused('is empty');
  if (format === 'http' || (format === undefined && looksLikeHttp(content, name)))
    return checked(readHttpFile(content, format === 'http' ? 'asked for' : 'its request lines', name));
  if (format === 'curl' || (format === undefined && looksLikeCurl(content)))
    return checked(readCurlFile(content, format === 'curl' ? 'asked for' : 'its curl commands', name));
  const parsed = parse(content);
  const ofBruno = partOfBruno(content, parsed.kind === 'parsed' ? parsed.value : undefined);
  if (format === undefined && ofBruno !== undefined) return refused(ofBruno);
  if (parsed.kind === 'refused') return parsed;
  const found = format === undefined ? recognise(parsed.value) : { format, why: 'asked for' };
  if (found === undefined || found.format === 'http' || found.format === 'curl')
    return refused(
      'is not a document that Tandem can import: Postman, OpenAPI, Swagger, Insomnia, HAR, .http or curl; pass format if it is one of them',
    );
  if (!isFields(parsed.value)) return refused(`must be an object to be read as ${found.format}`);
  if (found.format !== 'openapi') return checked(readers[found.format](parsed.value, found.why, keep));
  const { document, missing } = bundle(parsed.value, files);
  return checked({ ...readOpenApi(document, found.why, base), ...(missing.length === 0 ? {} : { missing }) });
};
