import { type Diagnostic, type ExecutionFault, type NamedScript, processVariablePrefix } from '@tandem/core';
import { findNearest } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';
import { addTokenPlaceholders, addTokenVariables, getTokenVariableNames } from '../auth/named-token.js';
import { type ExecutionContext, type ExecutionState, haltExecution, type Step } from '../execution-state.js';
import { createFault } from '../fault.js';
import { formatUserAgent } from '../filling/headers.js';
import { prepare } from '../filling/prepare.js';
import type { Scope } from '../filling/interpolate.js';
import { getScope, isEmptySecret, createShadowLookup } from '../filling/scope.js';
import { findSimilarNames, createOriginLookup } from '../origins/name-origin.js';
import type { RequestDraft } from '../request/draft.js';

/** Maximum number of names that are suggested for an unused variable. */
const maxSuggestions = 3;

/** Matches a script that may read any variable, because it reads all or computes a name. */
const readsAnyVariable =
  /\b(?:variables|iterationData|environment|globals|collectionVariables)\s*(?:\?\.)?\s*(?:\[(?!\s*['"`])|[),;}\n]|\.\s*(?:toObject|toJSON|replaceIn|values|all|each|filter|map|reduce)\b)|\b(?:get|getVar|replaceIn|interpolate)\s*\(\s*(?!['"])|\binterpolate\s*\(|\breplaceIn\s*\(|=\s*(?:req|pm|bru)\s*[;,\n)]/;

const escapeForPattern = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** Whether text has `{{name}}`, or a path into it such as `{{name.first}}` or `{{name[0]}}`. */
const hasVariableToken = (text: string, name: string): boolean =>
  new RegExp(`\\{\\{\\s*${escapeForPattern(name)}\\s*(?:\\}\\}|[.[])`).test(text);

/** Whether a script contains the name as a whole word: `const token` does not contain the word `n`. */
const isNamedInScript = (script: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${escapeForPattern(name)}(?![\\w$])`).test(script);

/**
 * Creates a predicate: whether something besides the request may use a variable of the call, which is a script that contains its name or
 * may read any variable, or the connection settings.
 */
export const createUseCheck = (
  scripts: readonly Pick<NamedScript, 'text'>[],
  settings: unknown,
): ((name: string) => boolean) => {
  const isAnyRead = scripts.some(({ text }) => readsAnyVariable.test(text));
  return (name) =>
    isAnyRead ||
    scripts.some(({ text }) => isNamedInScript(text, name)) ||
    hasVariableToken(JSON.stringify(settings), name);
};

const graphqlAdvice = 'A variable of the GraphQL document is passed in graphqlVariables.';

/** Warns about each variable of the call that nothing uses. */
const findUnusedVariables = (
  callNames: readonly string[],
  lookedUp: ReadonlySet<string>,
  mayBeUsed: (name: string) => boolean,
  { body }: Pick<RequestDraft, 'body'>,
): readonly Diagnostic[] =>
  callNames
    .filter((name) => !lookedUp.has(name) && !mayBeUsed(name))
    .map((name) => {
      const near = findNearest(name.slice(0, 100), [...lookedUp], maxSuggestions).map((one) => `{{${one}}}`);
      const advice = [
        ...(near.length === 0 ? [] : [`Did you mean ${near.join(' or ')}?`]),
        ...(body.type === 'graphql' ? [graphqlAdvice] : []),
      ];
      const message = `The variable ${name} of the call was not used: nothing refers to {{${name}}}.`;
      return { code: 'VARIABLE_UNUSED', message: [message, ...advice].join(' '), where: `variables.${name}` };
    });

/**
 * If a `.env` file cannot be read, fails because of the names without a value that the file may define. Otherwise the request would be sent
 * with these variables not filled in.
 */
const findEnvFileFault = (
  { envFileProblems = [] }: ExecutionContext,
  lookedUp: readonly string[],
  scope: Scope,
  hasNoSecret: (name: string) => boolean,
): ExecutionFault | undefined => {
  if (envFileProblems.length === 0) return undefined;
  const missing = lookedUp.filter(
    (name) => (name.startsWith(processVariablePrefix) && scope(name) === undefined) || hasNoSecret(name),
  );
  if (missing.length === 0) return undefined;
  const names = missing.map((name) => `{{${name}}}`).join(', ');
  return createFault(
    'ENV_FILE_INVALID',
    `${names} ${missing.length === 1 ? 'has' : 'have'} no value, and nothing was sent. ${envFileProblems.join(' ')} Correct that and send again.`,
    { names: missing },
  );
};

/** Creates the scope of an execution. It records which variables override a secret of the same name. */
const createWatchedScope = (context: ExecutionContext, { named }: ExecutionState) => {
  const { ports, input, inherited, environment, request, bases, variablesFrom } = context;
  const sources = { overrides: input.variables, inherited, environment };
  const plain = getScope(sources, ports);
  const lookUp = named
    ? addTokenVariables(plain, named.values, input.variables)
    : addTokenPlaceholders(plain, request, (name) => `{{${name}}}`, input.variables);
  const shadow = createShadowLookup(sources);
  const isEmpty = isEmptySecret(sources);
  const used = new Set<string>();
  const lookedUp = new Set<string>();
  const scope = (name: string): string | undefined => {
    if (shadow(name) !== undefined) used.add(name);
    lookedUp.add(name);
    return lookUp(name);
  };
  const shadowed = (): readonly Diagnostic[] =>
    Array.from(used, (name) => {
      const owner = shadow(name) ?? 'environment';
      const message = `{{${name}}} was replaced with the variable of the ${owner}, not with the secret of the same name. Rename or remove one of them.`;
      return { code: 'SECRET_SHADOWED', message, where: `variables.${name}` };
    });
  const names = named ? Object.keys(named.values) : getTokenVariableNames(request.auth);
  /** Whether the name is a secret without a value in this environment. Another environment may have a value. */
  const hasNoSecret = (name: string): boolean =>
    !names.includes(name) &&
    (isEmpty(name) || (context.secretNames?.has(name) === true && plain(name) === undefined));
  const all = {
    ...sources,
    bases,
    variablesFrom,
    more: Object.keys(ports.builtIns()),
    ...(names.length === 0 ? {} : { ofToken: { names, type: 'oauth2' as const } }),
  };
  return {
    scope,
    noted: shadowed,
    originOf: createOriginLookup(all),
    near: {
      similar: (name: string) => findSimilarNames(all, name),
      environments: context.environmentsWith ?? (() => []),
    },
    hasNoSecret,
    envFileFault: () => findEnvFileFault(context, [...lookedUp], plain, hasNoSecret),
    unused: () =>
      context.mayBeUsed === undefined
        ? []
        : findUnusedVariables(Object.keys(input.variables ?? {}), lookedUp, context.mayBeUsed, request),
  };
};

/** Fills in the saved request with the variables of the call and the environment. */
export const interpolateRequest: Step = (context) => (state) => {
  const { ports, input, request } = context;
  const { scope, noted, originOf, near, hasNoSecret, envFileFault, unused } = createWatchedScope(
    context,
    state,
  );
  return pipe(
    prepare(scope, formatUserAgent(ports), near, hasNoSecret)(request, input),
    TE.fromEither,
    TE.matchE(
      ({ fault, marks }) =>
        haltExecution(
          { ...state, traced: { marks, originOf }, diagnostics: [...state.diagnostics, ...noted()] },
          envFileFault() ?? fault,
        ),
      ({ prepared, diagnostics, marks }) => {
        const traced = { marks, originOf };
        const broken = envFileFault();
        if (broken !== undefined) return haltExecution({ ...state, traced }, broken);
        const all = [...state.diagnostics, ...diagnostics, ...noted(), ...unused()];
        return TE.right({ ...state, prepared, traced, diagnostics: all });
      },
    ),
  );
};
