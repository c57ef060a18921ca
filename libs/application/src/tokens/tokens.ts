import { withDescription, Int, struct, t } from '@tandem/core/codec';
import {
  type AppResult,
  type AuthToken,
  type Folder,
  FolderId,
  createInvalidInput,
  getKindRecordById,
  type ObtainedToken,
  type OAuth2,
  type Ports,
  restDefaults,
  type SavedRequest,
  type TokenCall,
  type TokenFailure,
  ExecutionFault,
} from '@tandem/core';
import { E, pipe, T, TE } from '@tandem/core/fp';
import {
  toRequestDraft,
  inherit,
  fillOAuth2,
  removeReplacedSecrets,
  type RequestDraft,
  createTokenCall,
} from '@tandem/execution';

import type { CallContext } from '../call-context.js';
import { resolveEnvironmentScope, environmentScopeFields } from '../environments/load-environments.js';
import { createEnvironmentPermit } from '../guards/environment-permit.js';
import { addProcessVariables } from '../secrets/process-variables.js';
import { loadWithProvided } from '../secrets/provided-secrets.js';
import { resolveAnyRequestId } from '../requests/request-reference.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { mergeOperations } from '../merge-operations.js';
import { operation, readEffects, replaceEffects } from '../operation.js';

export const ListTokensArguments = struct('tokens_list arguments', {}, environmentScopeFields);
export type ListTokensArguments = t.TypeOf<typeof ListTokensArguments>;

/** A stored token without its secrets. Times are ISO 8601 in UTC. */
export const TokenSummary = struct(
  'a kept token',
  { key: t.string, label: t.string, obtainedAt: t.string, valid: t.boolean, refreshable: t.boolean },
  { expiresAt: t.string, scope: t.string },
);
export type TokenSummary = t.TypeOf<typeof TokenSummary>;

export const TokenList = struct('a list of tokens', { tokens: t.readonlyArray(TokenSummary) });
export type TokenList = t.TypeOf<typeof TokenList>;

export const ForgetTokensArguments = struct(
  'tokens_forget arguments',
  {},
  { ...environmentScopeFields, key: withDescription(t.string, 'From tokens_list; all if omitted') },
);
export type ForgetTokensArguments = t.TypeOf<typeof ForgetTokensArguments>;

export const ForgottenTokens = struct('the number of forgotten tokens', { forgotten: Int });
export type ForgottenTokens = t.TypeOf<typeof ForgottenTokens>;

export const BeginTokenArguments = struct(
  'tokens_begin arguments',
  {
    id: withDescription(t.string, 'Request or folder with the auth; by id or path'),
  },
  environmentScopeFields,
);
export type BeginTokenArguments = t.TypeOf<typeof BeginTokenArguments>;

const error = withDescription(t.union([ExecutionFault, t.null], 'a fault or null'), 'Why there is no token');
const token = withDescription(t.union([TokenSummary, t.null], 'a token or null'), 'Null until there is one');

const Approval = struct(
  'an approval',
  {
    id: withDescription(t.string, 'For tokens_edit with op finish'),
    open: withDescription(t.string, 'URL for the browser of the person'),
    expiresAt: t.string,
  },
  { userCode: withDescription(t.string, 'Code to enter there') },
);

export const BegunToken = struct('a token, or what a person has to approve', {
  token,
  approval: withDescription(t.union([Approval, t.null], 'an approval or null'), 'What a person has to do'),
  error,
});
export type BegunToken = t.TypeOf<typeof BegunToken>;

export const FinishTokenArguments = struct('tokens_finish arguments', {
  id: withDescription(t.string, 'From op fetch'),
});
export type FinishTokenArguments = t.TypeOf<typeof FinishTokenArguments>;

export const FinishedToken = struct('a token, or why there is none', { token, error });
export type FinishedToken = t.TypeOf<typeof FinishedToken>;

const toTokenSummary = (
  { key, label, obtainedAt, accessToken, refreshToken, expiresAt, scope }: AuthToken,
  now: Date,
): TokenSummary => ({
  key,
  label,
  obtainedAt,
  valid: accessToken !== '' && (expiresAt === undefined || Date.parse(expiresAt) > now.getTime()),
  refreshable: refreshToken !== undefined,
  ...(expiresAt === undefined ? {} : { expiresAt }),
  ...(scope === undefined ? {} : { scope }),
});

export const tokensList = operation({
  name: 'tokens_list',
  title: 'List OAuth tokens',
  description: 'Lists OAuth 2.0 tokens; those stored, never their values.',
  arguments: ListTokensArguments,
  result: TokenList,
  effects: readEffects,
  useCase: 'tokens.list',
  run:
    ({ ports }) =>
    (input: ListTokensArguments): AppResult<TokenList> =>
      pipe(
        resolveEnvironmentScope(ports, input),
        TE.flatMap((scope) => ports.store.authTokens.list(scope)),
        TE.map((all) => ({ tokens: all.map((one) => toTokenSummary(one, ports.clock.now())) })),
      ),
});

export const tokensForget = operation({
  name: 'tokens_forget',
  successor: 'tokens_edit',
  title: 'Forget OAuth tokens',
  description: 'The next request fetches a new one.',
  arguments: ForgetTokensArguments,
  result: ForgottenTokens,
  effects: replaceEffects,
  useCase: 'tokens.forget',
  run:
    ({ ports }) =>
    (input: ForgetTokensArguments): AppResult<ForgottenTokens> =>
      pipe(
        resolveEnvironmentScope(ports, input),
        TE.flatMap((scope) => ports.store.authTokens.remove(scope, input.key)),
        TE.map((forgotten) => ({ forgotten })),
      ),
});

/** The request or folder that a token is requested for, with the auth settings to use. */
interface TokenTarget {
  readonly draft: RequestDraft;
  readonly saved: Parameters<typeof inherit>[1];
}

/** Creates an unsaved request in a folder, to get the token that requests in the folder inherit. */
const createFolderTarget = ({ id, path }: Folder): TokenTarget => {
  const { headers, auth, requestVariables, settings } = restDefaults;
  const saved = { folder: path, headers, auth, requestVariables, settings };
  return { saved, draft: { ...restDefaults, ...saved, id, name: path } };
};

const findTokenTarget = (
  ports: Ports,
  { id }: BeginTokenArguments,
  folders: readonly Folder[],
  workspaceId: Folder['workspaceId'],
): AppResult<TokenTarget> => {
  const folder =
    folders.find((one) => one.id === id) ?? folders.find(({ path }) => path !== '' && path === id);
  if (folder !== undefined) return TE.right(createFolderTarget(folder));
  if (FolderId.is(id)) return TE.left({ kind: 'not-found', entity: 'folder', ref: id });
  return pipe(
    resolveAnyRequestId(ports, workspaceId, id, 'id'),
    TE.flatMap((request) => getKindRecordById(request).of(ports.store).get(workspaceId, request)),
    TE.map((found): TokenTarget => {
      const saved = found as SavedRequest;
      return { saved, draft: toRequestDraft(saved) };
    }),
  );
};

const createNoOAuth2Error = (id: string) =>
  createInvalidInput(
    'id',
    'has no OAuth 2.0; set auth of the type oauth2 for it, or for a folder around it',
    {
      expected: 'a request or folder with auth of the type oauth2',
      got: id,
    },
  );

/** Creates the call that requests the token of a request or folder. */
const createTokenRequest = (
  ports: Ports,
  input: BeginTokenArguments,
  call: CallContext,
): AppResult<TokenCall> =>
  pipe(
    TE.Do,
    TE.bind('workspace', () => resolveWorkspace(ports)(input.workspaceId)),
    TE.bind('folders', ({ workspace }) => ports.store.folders.list(workspace.id)),
    TE.bind('target', ({ workspace, folders }) => findTokenTarget(ports, input, folders, workspace.id)),
    TE.bind('loaded', ({ workspace }) => loadWithProvided(ports, workspace, input.environment)),
    TE.flatMap(({ workspace, folders, target, loaded }) => {
      const inherited = inherit(folders, target.saved, target.draft);
      const { bound } = loaded;
      const environment = removeReplacedSecrets(loaded.environment, inherited, loaded);
      const { signal, by, redactsSecrets = false } = call;
      const permit = createEnvironmentPermit({
        ports,
        call,
        workspace,
        environment,
        guards: loaded.guards,
        request: { id: target.draft.id, name: target.draft.name },
        secrets: () => loaded.secrets,
      });
      const context = {
        ports: addProcessVariables(ports, loaded.processVariables),
        ...{ workspace, environment, bound, input: {}, ...inherited, signal, redactsSecrets },
        ...(permit === undefined ? {} : { permit }),
        ...(by === undefined ? {} : { by }),
      };
      const config = fillOAuth2(context);
      return config === undefined
        ? TE.left(createNoOAuth2Error(input.id))
        : TE.right(createTokenCall(context, config));
    }),
  );

const tokensUnavailable: ExecutionFault = {
  code: 'AUTH_UNSUPPORTED',
  message: 'OAuth 2.0 is not available here.',
};

const withOAuth2 = <A>(ports: Ports, otherwise: A, use: (oauth2: OAuth2) => AppResult<A>): AppResult<A> =>
  ports.oauth2 === undefined ? TE.right(otherwise) : use(ports.oauth2);

const toTokenError = ({ fault }: TokenFailure) => ({ token: null, error: fault });

const toTokenResult =
  ({ clock }: Ports) =>
  ({ token }: ObtainedToken) => ({ token: toTokenSummary(token, clock.now()), error: null });

export const tokensBegin = operation({
  name: 'tokens_begin',
  successor: 'tokens_edit',
  title: 'Get an OAuth token',
  description: 'Fetches a token. If it returns a URL, let a person open it, then finish.',
  arguments: BeginTokenArguments,
  result: BegunToken,
  effects: { ...replaceEffects, openWorld: true },
  useCase: 'tokens.begin',
  run:
    ({ ports }) =>
    (input: BeginTokenArguments, context: CallContext): AppResult<BegunToken> =>
      withOAuth2(ports, { token: null, approval: null, error: tokensUnavailable }, (oauth2) =>
        pipe(
          createTokenRequest(ports, input, context),
          TE.flatMapTask((call) =>
            pipe(
              oauth2.begin(call),
              T.map(
                E.match(
                  (failure): BegunToken => ({ ...toTokenError(failure), approval: null }),
                  (begun) =>
                    'token' in begun
                      ? { ...toTokenResult(ports)(begun), approval: null }
                      : { token: null, approval: begun, error: null },
                ),
              ),
            ),
          ),
        ),
      ),
});

export const tokensFinish = operation({
  name: 'tokens_finish',
  successor: 'tokens_edit',
  title: 'Wait for an approval',
  description: 'Waits until the person approves or refuses the token.',
  arguments: FinishTokenArguments,
  result: FinishedToken,
  effects: { ...replaceEffects, openWorld: true },
  useCase: 'tokens.finish',
  run:
    ({ ports }) =>
    ({ id }: FinishTokenArguments, { signal }: CallContext): AppResult<FinishedToken> =>
      withOAuth2(ports, { token: null, error: tokensUnavailable }, (oauth2) =>
        TE.fromTask(
          pipe(
            oauth2.finish(id, signal),
            T.map(E.match((failure): FinishedToken => toTokenError(failure), toTokenResult(ports))),
          ),
        ),
      ),
});

export const tokensEdit = mergeOperations({
  name: 'tokens_edit',
  title: 'Edit OAuth tokens',
  description:
    'Fetches a token for a request or folder (id), finishes after a person opened its URL (id of the approval), or forgets tokens.',
  choices: { fetch: tokensBegin, finish: tokensFinish, forget: tokensForget },
});
