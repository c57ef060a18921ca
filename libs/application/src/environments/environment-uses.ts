import {
  type AppResult,
  everyKind,
  findVariableOfPath,
  type Foreign,
  type ForeignScripts,
} from '@tandem/core';
import { E, pipe, RA, TE } from '@tandem/core/fp';
import { interpolate } from '@tandem/execution';

import { operation, readEffects } from '../operation.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { EnvironmentUses, ListEnvironmentUsesArguments } from './environment-arguments.js';
import { findIn } from './load-environments.js';

/** Maximum number of requests, and of folders, that are listed for a name. The counts include the others. */
export const maxListedUses = 200;

/** How a script refers to a variable or secret by its name, in Tandem's API and in those of other tools. */
const scriptCallPattern =
  /\b(?:(?:get|set|unset|delete|has)(?:Variable|Secret)|(?:environment|variables|globals|collectionVariables)\.(?:get|set|unset|has)|(?:get|set|has|delete)(?:Env|GlobalEnv|Collection|Folder|Request)?Var|getSecretVar)\(\s*(['"`])(.*?)\1/g;

/** The names that a string refers to. All are found as unresolved, because no values are passed. */
export const listTokens = (text: string): readonly string[] =>
  pipe(
    interpolate(() => undefined)(text),
    E.match(
      () => [],
      ({ unresolved }) => unresolved,
    ),
  );

const listNamesInScript = (script: string): ReadonlySet<string> =>
  new Set([
    ...listTokens(script),
    ...Array.from(script.matchAll(scriptCallPattern), ([, , name = '']) => name),
  ]);

type UseLocation = EnvironmentUses['uses'][number]['requests'][number]['places'][number];

/** The names that a request or folder uses, by where it uses them. */
interface UsedNames {
  readonly text: ReadonlySet<string>;
  readonly script: ReadonlySet<string>;
}

/** A request or folder with its scripts. */
interface ScriptOwner {
  readonly script: string;
  readonly foreign?: Foreign;
}

const listUsedNames = ({ script, foreign = null, ...fields }: ScriptOwner): UsedNames => {
  const { dialect: _, variables, assertions, ...scripts }: Partial<ForeignScripts> = foreign ?? {};
  return {
    text: new Set(listTokens(JSON.stringify(fields))),
    script: listNamesInScript(
      [script, ...Object.values(scripts), JSON.stringify([variables, assertions])].join('\n'),
    ),
  };
};

const listUseLocations = ({ text, script }: UsedNames, name: string): readonly UseLocation[] => [
  ...(text.has(name) ? (['text'] as const) : []),
  ...(script.has(name) ? (['script'] as const) : []),
];

/**
 * Indexes the items by the names that they use, among those that `known` has; a path such as `user.roles[0]` uses its variable. One index
 * serves all names of an environment, which may be many.
 */
const indexUses = <A>(
  items: readonly (readonly [item: A, names: UsedNames])[],
  known: ReadonlySet<string>,
) => {
  const index = new Map<string, (A & { readonly places: readonly UseLocation[] })[]>();
  const toVariables = (names: ReadonlySet<string>): ReadonlySet<string> =>
    new Set([...names].map((name) => findVariableOfPath(name, (one) => known.has(one))));
  for (const [item, used] of items) {
    const names = { text: toVariables(used.text), script: toVariables(used.script) };
    for (const name of new Set([...names.text, ...names.script])) {
      const found = index.get(name) ?? [];
      index.set(name, found);
      found.push({ ...item, places: listUseLocations(names, name) });
    }
  }
  return (name: string) => index.get(name) ?? [];
};

/** Lists the requests and folders that use each name of an environment. The folder `""` is the workspace. */
export const environmentsUses = operation({
  name: 'environments_uses',
  title: 'Uses of an environment',
  description: 'Lists the requests that mention each variable and secret of an environment.',
  audience: 'person',
  arguments: ListEnvironmentUsesArguments,
  result: EnvironmentUses,
  effects: readEffects,
  useCase: 'environments.uses',
  run:
    ({ ports }) =>
    ({ workspaceId: ref, id }: ListEnvironmentUsesArguments): AppResult<EnvironmentUses> =>
      pipe(
        TE.Do,
        TE.bind('workspace', () => resolveWorkspace(ports)(ref)),
        TE.bind('all', ({ workspace }) => ports.store.environments.list(workspace.id)),
        TE.bind('environment', ({ workspace, all }) =>
          findIn({ repositories: ports.store, workspace, all }, id),
        ),
        TE.bind('requests', ({ workspace }) =>
          pipe(
            everyKind,
            RA.traverse(TE.ApplicativeSeq)(({ of }) => of(ports.store).all(workspace.id)),
            TE.map(RA.flatten),
          ),
        ),
        TE.bind('folders', ({ workspace }) => ports.store.folders.list(workspace.id)),
        TE.map(({ environment: { variables, secrets }, requests, folders }) => {
          const names = new Set([...variables, ...secrets].map(({ name }) => name));
          const requestsOf = indexUses(
            requests.map((one) => [{ id: one.id, name: one.name }, listUsedNames(one)]),
            names,
          );
          const foldersOf = indexUses(
            folders.map((one) => [{ id: one.id, path: one.path }, listUsedNames(one)]),
            names,
          );
          return {
            uses: Array.from(names, (name) => ({
              name,
              requests: requestsOf(name).slice(0, maxListedUses),
              requestCount: requestsOf(name).length,
              folders: foldersOf(name).slice(0, maxListedUses),
              folderCount: foldersOf(name).length,
            })),
          };
        }),
      ),
});
