import type { ForeignDocument, ImportDocument, ImportFormat, ImportNoise } from '@tandem/core';

import { hideCredentials } from './credentials/credentials.js';
import { readCurlFile } from './curl-file.js';
import { limitExamples } from './examples.js';
import { listDynamicVariables, listMessageReferences } from './dynamic-variables.js';
import { readHar } from './har/har.js';
import { readHttpFile } from './http/http-file.js';
import { readInsomnia4 } from './insomnia/export-4.js';
import { readInsomnia5 } from './insomnia/export-5.js';
import { convertTemplates } from './insomnia/templates.js';
import { limitNotes, checkImportSize } from './limits.js';
import { bundle } from './openapi/bundle.js';
import { readOpenApi } from './openapi/document.js';
import { parse } from './parse.js';
import { readPostmanCollection } from './postman/collection.js';
import { readPostmanDump, readPostmanEnvironment } from './postman/environment.js';
import { isCurlCommand, isHttpFile, describeBrunoPart, recognise } from './recognise.js';
import { type Fields, isFields } from './value.js';

/** A document, or why it was rejected. */
export type ReadResult =
  | { readonly kind: 'document'; readonly document: ImportDocument }
  | { readonly kind: 'refused'; readonly why: string };

const readInsomnia = (given: Fields, why: string): ImportDocument => {
  const document = convertTemplatesIn(given) as Fields;
  return Array.isArray(document.resources) ? readInsomnia4(document, why) : readInsomnia5(document, why);
};

/** All texts of a document, in Tandem's variable syntax. */
const convertTemplatesIn = (value: unknown): unknown => {
  if (typeof value === 'string') return convertTemplates(value);
  if (Array.isArray(value)) return value.map(convertTemplatesIn);
  if (!isFields(value) || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, convertTemplatesIn(one)]));
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
  insomnia: readInsomnia,
  har: readHar,
};

const refuseDocument = (why: string): ReadResult => ({ kind: 'refused', why });

/** The first thing without a counterpart, which may explain an empty result. */
const formatFirstLoss = ({ leftOut: [first] }: ImportDocument): string =>
  first === undefined ? '' : `; ${first.place}: ${first.what}`;

const finishDocument = (document: ImportDocument): ReadResult => ({
  kind: 'document',
  document: limitNotes(limitExamples(document)),
});

const checkDocument = (document: ImportDocument): ReadResult => {
  const { requests, environments, folders } = document;
  const tooMuch = checkImportSize(document);
  if (tooMuch !== undefined) return refuseDocument(tooMuch);
  const made = document.format === 'openapi' ? 0 : environments.length;
  const hasNothing = requests.length + made + folders.filter(({ path }) => path !== '').length === 0;
  // Everything may be in the missing files, or be noise that can be kept.
  if (hasNothing && document.missing === undefined && document.noise === undefined)
    return refuseDocument(
      `was read as ${document.format} (${document.why}), but has no request and no environment in it${formatFirstLoss(document)}`,
    );
  const leftOut = [
    ...document.leftOut,
    // Its texts are examples, in which such names are not variables.
    ...(document.format === 'openapi' ? [] : listDynamicVariables(document)),
    ...(document.format === 'http' ? listMessageReferences(document) : []),
  ];
  const hiding = hideCredentials({ ...document, leftOut });
  return hiding.kind === 'exposed' ? refuseDocument(hiding.why) : finishDocument(hiding.document);
};

/** Reads a document of another tool. */
export const readDocument = ({
  text,
  name = '',
  format,
  keep,
  files = new Map(),
  base,
}: ForeignDocument): ReadResult => {
  const content = text.replace(/^\uFEFF/, '');
  if (content.trim() === '') return refuseDocument('is empty');
  if (format === 'http' || (format === undefined && isHttpFile(content, name)))
    return checkDocument(readHttpFile(content, format === 'http' ? 'asked for' : 'its request lines', name));
  if (format === 'curl' || (format === undefined && isCurlCommand(content)))
    return checkDocument(readCurlFile(content, format === 'curl' ? 'asked for' : 'its curl commands', name));
  const parsed = parse(content);
  const ofBruno = describeBrunoPart(content, parsed.kind === 'parsed' ? parsed.value : undefined);
  if (format === undefined && ofBruno !== undefined) return refuseDocument(ofBruno);
  if (parsed.kind === 'refused') return parsed;
  const found = format === undefined ? recognise(parsed.value) : { format, why: 'asked for' };
  if (found === undefined || found.format === 'http' || found.format === 'curl')
    return refuseDocument(
      'is not a document that Tandem can import: Postman, OpenAPI, Swagger, Insomnia, HAR, .http or curl; pass format if it is one of them',
    );
  if (!isFields(parsed.value)) return refuseDocument(`must be an object to be read as ${found.format}`);
  if (found.format !== 'openapi') return checkDocument(readers[found.format](parsed.value, found.why, keep));
  const { document, missing } = bundle(parsed.value, files);
  return checkDocument({
    ...readOpenApi(document, found.why, base),
    ...(missing.length === 0 ? {} : { missing }),
  });
};
