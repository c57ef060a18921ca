import type { ImportDocument, LeftOut } from '@tandem/core';
import { dynamicNames } from '@tandem/core/dynamic';

const dynamic = /\{\{\s*(\$[A-Za-z][\w.]*|%[\w.-]+)([\s(][^{}]*)?\}\}/g;

/** What a named request of an `.http` file sent or received. */
const reference = /\{\{\s*([A-Za-z_][\w-]*)\.(?:request|response)\.[^{}\s]+\s*\}\}/g;

interface Part {
  readonly foreign?: unknown;
  readonly examples?: unknown;
}

/** Postman scripts have these variables, and examples are not sent, so neither is searched. */
const listNames = ({ foreign: _, examples: _kept, ...part }: Part): readonly string[] => [
  ...new Set(
    [...JSON.stringify(part).matchAll(dynamic)].map(([, name = '', given = '']) =>
      // The variables known here take no arguments.
      dynamicNames.includes(name) ? `${name}${given.trimEnd()}` : name,
    ),
  ),
];

/**
 * Variables such as `{{$random.uuid}}`, which other tools generate for each request and Tandem does not, with the
 * places that use them.
 */
export const listDynamicVariables = ({ folders, requests }: ImportDocument): readonly LeftOut[] =>
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

/** An `.http` file's references to messages of other requests, with the places that use them. */
export const listMessageReferences = ({ requests }: ImportDocument): readonly LeftOut[] =>
  requests.flatMap(({ script: _, ...request }) =>
    [...new Map([...JSON.stringify(request).matchAll(reference)].map(([whole, name]) => [whole, name]))].map(
      ([whole, name]) => ({
        place: request.name,
        what: `${JSON.parse(`"${whole}"`) as string} has no value here; set one in onResponse of “${name}”`,
      }),
    ),
  );
