import {
  type AppResult,
  type Environment,
  type ExecutionFault,
  type Folder,
  type JarCookie,
  getKindRecordById,
  type Ports,
  RequestId,
  type SavedRequest,
  type Secret,
  type Workspace,
  workspaceRef,
  type HeaderList,
  type SentCookie,
  addCookies,
} from '@tandem/core';
import { withDescription, oneOf, t } from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';
import {
  createTextMask,
  type CurlInput,
  type RequestDraft,
  toRequestDraft,
  inherit,
  interpolate,
  type InterpolationResult,
  type LoadedData,
  type Preparation,
  prepare,
  schemeMark,
  type Scope,
  getScope,
  type Placeholders,
  findTokenName,
  formatUserAgent,
  addTokenPlaceholder,
  addTokenPlaceholders,
  removeReplacedSecrets,
} from '@tandem/execution';

import { checkCopiedRequest } from './copied-checks.js';
import { loadCookies } from '../cookies/cookies-of-call.js';
import { loadEnvironments, type EnvironmentContext } from '../environments/load-environments.js';
import { addProcessVariables, type UsableVariables } from '../secrets/process-variables.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';

/** The secret name that stands for the value of a cookie in a copy. */
const getCookieSecretName = (name: string): string => `cookie:${name}`;

const token = (name: string): string => `{{${getCookieSecretName(name)}}}`;

/**
 * Adds the cookies of the jar to the headers. Unless the copy shows real values, a secret name stands for each value; `masked` lists these
 * names.
 */
export const addCopiedCookies = (
  headers: HeaderList,
  cookies: readonly SentCookie[],
  isReal: boolean,
): { readonly headers: HeaderList; readonly masked: readonly string[] } => {
  if (isReal) return { headers: addCookies(headers, cookies), masked: [] };
  const tokens = cookies.map((cookie) => ({ ...cookie, value: token(cookie.name) }));
  const joined = addCookies(headers, tokens);
  const sent = cookies.filter(({ name }) => joined.some(([, value]) => value.includes(token(name))));
  return { headers: joined, masked: sent.map(({ name }) => getCookieSecretName(name)) };
};

/** The argument for the request to copy. */
export const copiedRequest = { id: withDescription(RequestId, 'The request') };

/** Arguments that choose how the copy shows secrets and variables. */
export const copyOptions = {
  workspaceId: workspaceRef,
  secrets: withDescription(oneOf('masked', 'real'), 'Whether it holds values of secrets, default masked'),
  variables: withDescription(
    oneOf('filled', 'named'),
    'Whether it holds values of variables or their names, default filled',
  ),
};

/** The environment to copy a request with: an id or name, or the active one by default. */
export interface EnvironmentChoice {
  readonly environment?: string | null;
}

interface RequestTextInput extends EnvironmentChoice {
  readonly id: RequestId;
  readonly workspaceId?: string;
  readonly secrets?: 'masked' | 'real';
  readonly variables?: 'filled' | 'named';
}

/** The fields of a result that describe a copy. */
export const copyFacts = {
  /** Why the request cannot be copied. Null if it can. */
  problem: t.union([t.string, t.null], 'a sentence or null'),
  /** The variables without a value. The copy contains their `{{name}}` as written. */
  unresolved: t.readonlyArray(t.string),
  /** The secrets whose values are not shown. The copy contains their `{{name}}`. */
  masked: t.readonlyArray(t.string),
  /** Whether a script runs before the request is sent, which may change what Send sends. */
  hasScript: t.boolean,
};

/** The copy, and the facts about it. */
export interface CopiedRequest {
  readonly text: string | null;
  readonly problem: string | null;
  readonly unresolved: readonly string[];
  readonly masked: readonly string[];
  readonly hasScript: boolean;
}

/** A request, with everything that copying it needs. */
interface CopySource extends LoadedData {
  readonly processVariables: UsableVariables;
  readonly script: string;
  readonly secrets: readonly Secret[];
  readonly jar: readonly JarCookie[];
}

/** The data of a workspace for copying any of its requests. */
export interface CopyContext {
  readonly workspace: Workspace;
  readonly folders: readonly Folder[];
  readonly loaded: EnvironmentContext;
  readonly jar: readonly JarCookie[];
}

export const loadCopyContext = (
  ports: Ports,
  { workspaceId, environment }: Pick<RequestTextInput, 'workspaceId' | 'environment'>,
): AppResult<CopyContext> =>
  pipe(
    TE.Do,
    TE.bind('workspace', () => resolveWorkspace(ports)(workspaceId)),
    TE.bind('folders', ({ workspace }) => ports.store.folders.list(workspace.id)),
    TE.bind('loaded', ({ workspace }) => loadEnvironments(ports, workspace, environment)),
    TE.bind('jar', ({ workspace, loaded }) => loadCookies(ports, workspace, loaded.environment, undefined)),
  );

const toCopySource = ({ workspace, folders, loaded, jar }: CopyContext, saved: SavedRequest): CopySource => {
  const inherited = inherit(folders, saved, toRequestDraft(saved));
  return {
    workspace,
    ...inherited,
    jar: inherited.request.settings.cookies === false ? [] : jar,
    script: saved.script,
    ...loaded,
    environment: removeReplacedSecrets(loaded.environment, inherited, loaded),
  };
};

/** Substitutes the variables of a request with `known`. The URL keeps a variable without a value, although Send would refuse it. */
const fillIn = (
  known: Scope,
  request: RequestDraft,
  agent: string,
  standIns: Placeholders,
): E.Either<ExecutionFault, Preparation & { readonly unresolved: readonly string[] }> => {
  const unresolved = new Set<string>();
  const scope: Scope = (name) => {
    const value = known(name);
    if (value === undefined) unresolved.add(name);
    return value;
  };
  const urlScope: Scope = (name) => scope(name) ?? standIns.for(name);
  return pipe(
    interpolate(urlScope)(request.url),
    E.map(({ text }: InterpolationResult) => {
      const marked = /^\s*standin/.test(text) ? schemeMark + text.trim() : text;
      return { ...request, url: marked.replaceAll('{{', '\\{{') };
    }),
    E.flatMap((draft) =>
      pipe(
        prepare(scope, agent)(draft, {}),
        E.mapLeft(({ fault }) => fault),
      ),
    ),
    E.map((preparation) => ({ ...preparation, unresolved: [...unresolved] })),
  );
};

/** Writes a request that Send would accept as text, or says why it cannot. */
export type Write = (input: CurlInput) => E.Either<string, string>;

interface ComposedText {
  readonly text: string;
  readonly unresolved: readonly string[];
  readonly masked: readonly string[];
}

const composeText = (
  given: Ports,
  { secrets = 'masked', variables = 'filled' }: Pick<RequestTextInput, 'secrets' | 'variables'>,
  found: CopySource,
  write: Write,
): TE.TaskEither<string, ComposedText> => {
  const { request, inherited, environment, workspace } = found;
  const ports = addProcessVariables(given, found.processVariables);
  const agent = formatUserAgent(ports);
  const mask = createTextMask(ports, found, secrets === 'real');
  const tokens = (scope: Scope): Scope => addTokenPlaceholders(scope, request, (name) => `{{${name}}}`);
  const filled = (from: Environment | null, builtIns: Ports['builtIns'] = ports.builtIns) =>
    TE.fromEither(
      fillIn(
        tokens(getScope({ inherited, environment: from }, { ...ports, builtIns })),
        request,
        agent,
        mask.standIns,
      ),
    );
  const named = TE.fromEither(fillIn(() => undefined, request, agent, mask.standIns));
  return pipe(
    TE.Do,
    TE.bind('real', () => filled(environment)),
    TE.bind('sent', ({ real }) => checkCopiedRequest(ports, found, real.prepared)),
    TE.bind('shown', () => (variables === 'named' ? named : filled(mask.environment, mask.builtIns))),
    TE.mapLeft(({ message }) => mask.shown(message)),
    TE.flatMapEither(({ real, shown: { prepared: made }, sent: { size, cookies } }) => {
      const prepared = addTokenPlaceholder(made, (name) => `{{${name}}}`);
      const token = findTokenName(made);
      const own = prepared.headers.filter(([name, value]) => name !== 'user-agent' || value !== agent);
      const { headers, masked } = addCopiedCookies(own, cookies, secrets === 'real');
      const { settings } = request;
      const { shown } = mask;
      const { unresolved } = real;
      return pipe(
        write({ prepared: { ...prepared, headers }, settings, folder: workspace.path, size, shown }),
        E.bimap(shown, (text) => ({
          text,
          unresolved,
          masked: [...mask.met, ...(token === undefined ? [] : [token]), ...masked],
        })),
      );
    }),
  );
};

/**
 * Writes a saved request as text that sends what Send would, except that no script runs. Fails if Send would refuse the request. Leaves the
 * default User-Agent to the client.
 */
export const copyRequestAsText = async (
  ports: Ports,
  write: Write,
  copyContext: CopyContext,
  saved: SavedRequest,
  options: Pick<RequestTextInput, 'secrets' | 'variables'> = {},
): Promise<CopiedRequest> => {
  const found = toCopySource(copyContext, saved);
  const { script, outerScripts, foreignScripts } = found;
  const copying = pipe(
    composeText(ports, options, found, write),
    TE.match(
      (problem): CopiedRequest => ({ text: null, problem, unresolved: [], masked: [], hasScript: false }),
      (made) => ({
        ...made,
        problem: null,
        hasScript: script.trim() !== '' || outerScripts.length + foreignScripts.length > 0,
      }),
    ),
  );
  return copying();
};

/** Writes the request with this id as text. */
export const formatRequestAsText =
  (ports: Ports, write: Write) =>
  (input: RequestTextInput): AppResult<CopiedRequest> =>
    pipe(
      loadCopyContext(ports, input),
      TE.bindTo('copyContext'),
      TE.bind('saved', ({ copyContext: { workspace } }) =>
        pipe(
          getKindRecordById(input.id).of(ports.store).get(workspace.id, input.id),
          TE.map((saved) => saved as SavedRequest),
        ),
      ),
      TE.flatMapTask(
        ({ copyContext, saved }) =>
          () =>
            copyRequestAsText(ports, write, copyContext, saved, input),
      ),
    );
