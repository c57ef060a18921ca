import {
  type Example,
  exampleLimits,
  type ForeignDocument,
  hasOwnEnvironments,
  type ImportDocument,
  type ImportedRequest,
  type ImportFormat,
  type ImportNoise,
  isHttpEnvironmentFile,
  type LeftOut,
  measureExamples,
  removeCookieValue,
} from '@tandem/core';
import { dynamicNames } from '@tandem/core/dynamic';

import { extractCredentials } from './credentials/credentials.js';
import { readCurlFile } from './curl-file.js';
import { readHar } from './har/har.js';
import { readHttpFile } from './http/http-file.js';
import { readInsomnia4 } from './insomnia/export-4.js';
import { readInsomnia5 } from './insomnia/export-5.js';
import { convertTemplates } from './insomnia/templates.js';
import { checkImportSize, limitNotes } from './limits.js';
import { readOpenApi } from './openapi/document.js';
import { bundleDocument } from './openapi/refs.js';
import { parse } from './parse.js';
import { readPostmanCollection } from './postman/collection.js';
import { readPostmanDump, readPostmanEnvironment, toPostmanGlobals } from './postman/environment.js';
import { describeBrunoPart, isCurlCommand, isHttpFile, recognise } from './recognise.js';
import { renameTakenVariables } from './taken-variables.js';
import { changeTexts, type Fields, isFields } from './value.js';

/** Selects the examples that fit into one request, in order. */
const selectFittingExamples = (examples: readonly Example[]): readonly Example[] => {
  // The size includes the brackets of the list and a comma after each example.
  let bytes = 2;
  return examples
    .filter((one) => {
      const own = measureExamples([one]) - 1;
      if (bytes + own > exampleLimits.bytes) return false;
      bytes += own;
      return true;
    })
    .slice(0, exampleLimits.count);
};

const removeCookieValues = (one: Example): Example => ({
  ...one,
  response: { ...one.response, headers: one.response.headers.map(removeCookieValue) },
});

/** Removes cookie values from examples, and limits the examples of each request. */
const limitExamples = (document: ImportDocument): ImportDocument => {
  const leftOut: LeftOut[] = [];
  const requests = document.requests.map((request): ImportedRequest => {
    if (!('examples' in request)) return request;
    const examples = selectFittingExamples(request.examples.map(removeCookieValues));
    const lost = request.examples.length - examples.length;
    if (lost > 0)
      leftOut.push({
        place: request.folder === '' ? request.name : `${request.folder}/${request.name}`,
        what: `${lost} of ${request.examples.length} examples; a request has at most ${exampleLimits.count} of ${exampleLimits.bytes / 1024 / 1024} MiB together`,
      });
    return { ...request, examples };
  });
  return { ...document, requests, leftOut: [...document.leftOut, ...leftOut] };
};

const dynamicVariablePattern = /\{\{\s*(\$[A-Za-z][\w.]*|%[\w.-]+)([\s(][^{}]*)?\}\}/g;

/** Matches a reference to a message that a named request of an `.http` file sent or received. */
const messageReferencePattern = /\{\{\s*([A-Za-z_][\w-]*)\.(?:request|response)\.[^{}\s]+\s*\}\}/g;

interface Part {
  readonly foreign?: unknown;
  readonly examples?: unknown;
}

/**
 * Lists the names of dynamic variables. Postman scripts and examples are not searched: scripts run with Postman's variables, and
 * examples are not sent.
 */
const listNames = ({ foreign: _, examples: _kept, ...part }: Part): readonly string[] => [
  ...new Set(
    [...JSON.stringify(part).matchAll(dynamicVariablePattern)].map(([, name = '', given = '']) =>
      // Tandem's dynamic variables take no arguments, so an argument makes it an unknown name.
      dynamicNames.includes(name) ? `${name}${given.trimEnd()}` : name,
    ),
  ),
];

/** Lists variables such as `{{$random.uuid}}`, which other tools generate for each request and Tandem does not, and where they are used. */
const listDynamicVariables = ({ folders, requests }: ImportDocument): readonly LeftOut[] =>
  [
    ...folders.map((folder) => ({ place: folder.path, names: listNames(folder) })),
    ...requests.map((request) => ({
      place: request.folder === '' ? request.name : `${request.folder}/${request.name}`,
      names: listNames(request),
    })),
  ].flatMap(({ place, names }) =>
    names
      .filter((name) => !dynamicNames.includes(name))
      .map((name) => ({ place, what: `{{${name}}} has no value here; set one in onRequest` })),
  );

/** Lists references to messages of other requests in an `.http` file, and where they are used. */
const listMessageReferences = ({ requests }: ImportDocument): readonly LeftOut[] =>
  requests.flatMap(({ script: _, ...request }) =>
    [
      ...new Map(
        [...JSON.stringify(request).matchAll(messageReferencePattern)].map(([whole, name]) => [whole, name]),
      ),
    ].map(([whole, name]) => ({
      place: request.name,
      what: `${JSON.parse(`"${whole}"`) as string} has no value here; set one in onResponse of “${name}”`,
    })),
  );

/** The document, or the reason why it was rejected. */
export type ReadResult =
  | { readonly kind: 'document'; readonly document: ImportDocument }
  | { readonly kind: 'refused'; readonly why: string };

const readInsomnia = (given: Fields, why: string): ImportDocument => {
  const document = changeTexts(given, convertTemplates);
  return Array.isArray(document.resources) ? readInsomnia4(document, why) : readInsomnia5(document, why);
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

/** Describes the first part that was left out, which may explain an empty result. */
const formatFirstLoss = ({ leftOut: [first] }: ImportDocument): string =>
  first === undefined ? '' : `; ${first.place}: ${first.what}`;

const finishDocument = (document: ImportDocument): ReadResult => ({
  kind: 'document',
  document: limitNotes(limitExamples(document)),
});

const checkDocument = (
  read: ImportDocument,
  { plain, taken }: Pick<ForeignDocument, 'plain' | 'taken'>,
): ReadResult => {
  const document =
    taken !== undefined && hasOwnEnvironments(read.format) ? renameTakenVariables(read, taken) : read;
  const { requests, environments, folders } = document;
  const tooMuch = checkImportSize(document);
  if (tooMuch !== undefined) return refuseDocument(tooMuch);
  const made = document.format === 'openapi' ? 0 : environments.length;
  const hasNothing = requests.length + made + folders.filter(({ path }) => path !== '').length === 0;
  // An import without content is no error if its content is in missing files, or is noise that the caller can
  // choose to keep.
  if (hasNothing && document.missing === undefined && document.noise === undefined)
    return refuseDocument(
      `was read as ${document.format} (${document.why}), but has no request and no environment in it${formatFirstLoss(document)}`,
    );
  const leftOut = [
    ...document.leftOut,
    // The texts of an API description are examples, in which dynamic variables have no meaning.
    ...(document.format === 'openapi' ? [] : listDynamicVariables(document)),
    ...(document.format === 'http' ? listMessageReferences(document) : []),
  ];
  const extraction = extractCredentials(
    { ...document, leftOut },
    { plain: new Set(plain), ...(taken === undefined ? {} : { taken }) },
  );
  return extraction.kind === 'exposed' ? refuseDocument(extraction.why) : finishDocument(extraction.document);
};

/** Reads a document of another tool. */
export const readDocument = ({
  text,
  name = '',
  format,
  keep,
  files = new Map(),
  base,
  ...names
}: ForeignDocument): ReadResult => {
  const content = text.replace(/^\uFEFF/, '');
  if (content.trim() === '') return refuseDocument('is empty');
  if (format === undefined && isHttpEnvironmentFile(name))
    return refuseDocument('is read together with an .http file beside it; import that one');
  if (format === 'http' || (format === undefined && isHttpFile(content, name)))
    return checkDocument(
      readHttpFile(content, { why: format === 'http' ? 'asked for' : 'its request lines', name, files }),
      names,
    );
  if (format === 'curl' || (format === undefined && isCurlCommand(content)))
    return checkDocument(
      readCurlFile(content, format === 'curl' ? 'asked for' : 'its curl commands', name),
      names,
    );
  const parsed = parse(content);
  const ofBruno = describeBrunoPart(content, parsed.kind === 'parsed' ? parsed.value : undefined);
  if (format === undefined && ofBruno !== undefined) return refuseDocument(ofBruno);
  if (parsed.kind === 'refused') return parsed;
  const value = toPostmanGlobals(parsed.value) ?? parsed.value;
  const found = format === undefined ? recognise(value) : { format, why: 'asked for' };
  if (found === undefined || found.format === 'http' || found.format === 'curl')
    return refuseDocument(
      'is not a document that Tandem can import: Postman, OpenAPI, Swagger, Insomnia, HAR, .http or curl; pass format if it is one of them',
    );
  if (!isFields(value)) return refuseDocument(`must be an object to be read as ${found.format}`);
  if (found.format !== 'openapi') return checkDocument(readers[found.format](value, found.why, keep), names);
  const { document, missing } = bundleDocument(value, files);
  return checkDocument(
    { ...readOpenApi(document, found.why, base), ...(missing.length === 0 ? {} : { missing }) },
    names,
  );
};
