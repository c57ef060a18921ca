import {
  type AppError,
  type AppResult,
  decodeFileText,
  type FileText,
  type Folder,
  type FolderId,
  importLimits,
  type IncomingResponse,
  createInvalidInput,
  restDefaults,
  importTooLongProblem,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import { fetchDocument, findHeader, inherit } from '@tandem/execution';

import { createEnvironmentPermit } from '../guards/environment-permit.js';
import type { CallContext } from '../call-context.js';
import { loadFolders } from '../folders/folder-tree.js';
import { addProcessVariables } from '../secrets/process-variables.js';
import { loadWithProvided } from '../secrets/provided-secrets.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import {
  FetchedDocument,
  FetchImportArguments,
  ImportSources,
  ListImportSourcesArguments,
} from './import-arguments.js';
import { loadImportMemory } from './apply-update.js';
import { operation, readEffects } from '../operation.js';

const credentialNamePattern = /pass|pwd|token|key|secret|sig|auth|code|credential|session|jwt/i;

/** The URL without its fragment. Undefined if it contains credentials, because it is stored in a file that others may read. */
const toRememberedUrl = (address: string): string | undefined => {
  const url = new URL(address);
  url.hash = '';
  const hasCredentials = url.username !== '' || url.password !== '';
  return hasCredentials || [...url.searchParams.keys()].some((name) => credentialNamePattern.test(name))
    ? undefined
    : url.href;
};

const getBaseUrl = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
};

const decodeIfPossible = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const findName = (address: string): string => {
  const { pathname, host } = new URL(address);
  return decodeIfPossible(pathname.split('/').findLast((one) => one !== '') ?? host).slice(0, 200);
};

const createUrlError = (what: string, got: string): AppError =>
  createInvalidInput('url', what, { expected: 'the address of a document', got });

/** Whether the text is an HTML page, such as a login form or API documentation. */
const isPage = (text: string): boolean =>
  /^\s*(?:<!--[^]{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i.test(text);

/** Decodes a document: as UTF-8 or UTF-16, otherwise in the charset of its content type. */
const decodeText = (body: Uint8Array, contentType: string | undefined): FileText => {
  const read = decodeFileText(body);
  return 'text' in read ? read : decodeFileText(body, contentType);
};

/** Takes the document from a response, or says why the response contains none. */
const readDocument = (url: string, response: IncomingResponse): AppResult<FetchedDocument> => {
  const { status, statusText, body, headers } = response;
  if (status < 200 || status > 299)
    return TE.left(
      createUrlError(
        `answered ${`${status} ${statusText}`.trim()} instead of a document; check the address`,
        url,
      ),
    );
  const type = findHeader(headers, 'content-type');
  const read = decodeText(body, type);
  if ('problem' in read)
    return TE.left(createUrlError(`answered with a document of which ${read.problem}`, url));
  const { text } = read;
  if (isPage(text))
    return TE.left(
      createUrlError(
        `answered with a page of HTML${type === undefined ? '' : ` (${type})`}, not with a document; use the address of the document itself, which often ends in .json or .yaml`,
        url,
      ),
    );
  const remembered = toRememberedUrl(url);
  return TE.right({
    text,
    name: findName(response.url),
    base: getBaseUrl(response.url),
    ...(remembered === undefined ? {} : { url: remembered }),
  });
};

const root: Pick<Folder, 'id' | 'path'> = { id: '' as FolderId, path: '' };

/**
 * Fetches a document from a URL that a person entered, with the connection settings of the workspace, in its active environment and under
 * that environment's guard. Fetches nothing that the document refers to. An agent fetches a document with a request, which is recorded, and
 * passes its text.
 */
export const importsFetch = operation({
  name: 'imports_fetch',
  title: 'Fetch a document',
  description: 'Fetches a document from a URL, for an import; nothing that it refers to is fetched.',
  audience: 'person',
  arguments: FetchImportArguments,
  result: FetchedDocument,
  effects: { ...readEffects, openWorld: true },
  useCase: 'imports.fetch',
  run:
    ({ ports }) =>
    ({ url: given, workspaceId }: FetchImportArguments, call: CallContext): AppResult<FetchedDocument> => {
      const url = given.trim();
      if (!/^https?:\/\//i.test(url))
        return TE.left(createUrlError('must be an address that begins with http:// or https://', url));
      if (!URL.canParse(url))
        return TE.left(createUrlError('is not a valid URL; check its host and port', url));
      return pipe(
        TE.Do,
        TE.bind('workspace', () => resolveWorkspace(ports)(workspaceId)),
        TE.bind('folders', ({ workspace }) => ports.store.folders.list(workspace.id)),
        TE.bind('loaded', ({ workspace }) => loadWithProvided(ports, workspace, undefined)),
        TE.flatMap(({ workspace, folders, loaded }) => {
          const { environment, bound, guards, secrets, processVariables } = loaded;
          const { headers, auth, requestVariables, settings } = restDefaults;
          const saved = { folder: root.path, headers, auth, requestVariables, settings };
          const draft = { ...restDefaults, ...saved, id: root.id, name: 'Import' };
          const { signal, by, redactsSecrets = false } = call;
          const permit = createEnvironmentPermit({
            ports,
            call,
            workspace,
            environment,
            guards,
            request: { id: '', name: 'Import' },
            secrets: () => secrets,
          });
          const context = {
            ports: addProcessVariables(ports, processVariables),
            ...{ workspace, environment, bound, input: {}, redactsSecrets },
            ...inherit(folders, saved, draft),
            ...(permit === undefined ? {} : { permit }),
            ...(by === undefined ? {} : { by }),
          };
          return pipe(
            fetchDocument(context, { url, maxBytes: importLimits.bytes, signal }),
            TE.mapLeft(({ code, message }) =>
              code === 'RESPONSE_TOO_LARGE'
                ? createUrlError(`has a document that ${importTooLongProblem}`, url)
                : createUrlError(`cannot be fetched: ${message.replace(/\.$/, '')}`, url),
            ),
          );
        }),
        TE.flatMap((response) => readDocument(url, response)),
      );
    },
});

/** The URLs of imported documents whose folders still exist. */
export const importsSources = operation({
  name: 'imports_sources',
  title: 'Addresses of imports',
  description: 'Lists the URLs from which documents were imported.',
  audience: 'person',
  arguments: ListImportSourcesArguments,
  result: ImportSources,
  effects: readEffects,
  useCase: 'imports.sources',
  run:
    ({ ports }) =>
    ({ workspaceId }: ListImportSourcesArguments): AppResult<ImportSources> =>
      pipe(
        TE.Do,
        TE.bind('workspace', () => resolveWorkspace(ports)(workspaceId)),
        TE.bind('memory', ({ workspace }) => loadImportMemory(ports, workspace)),
        TE.bind('folders', ({ workspace }) => loadFolders(ports)(workspace.id)),
        TE.map(({ memory, folders }) => ({
          sources: memory.imports.flatMap(({ url, folderId }) => {
            const folder = folders.all.find(({ id }) => id === folderId);
            return url === undefined || folder === undefined ? [] : [{ url, folder: folder.path }];
          }),
        })),
      ),
});
