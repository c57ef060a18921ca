import {
  type AppError,
  createTurns,
  type Environment,
  type Folder,
  checkFolderPath,
  findFreeName,
  type ImportDocument,
  type ImportedEnvironment,
  type ImportedRequest,
  createInvalidInput,
  getFolderDisplayName,
  requestKinds,
  isSameOnDisk,
} from '@tandem/core';

import { isSameName } from '../environments/load-environments.js';

/** A document with its assigned names in a workspace. */
export interface ImportPlan {
  readonly document: ImportDocument;
  /** The path of the folder that contains everything. Empty if there is no request. */
  readonly folder: string;
  readonly environments: readonly ImportedEnvironment[];
}

/** Names already in use. */
export interface Names {
  readonly folders: readonly Pick<Folder, 'path'>[];
  readonly environments: readonly Pick<Environment, 'name'>[];
}

/** The environments with unique names. Those that extend a renamed one follow its name. */
const renameEnvironments = (
  imported: readonly ImportedEnvironment[],
  present: Names['environments'],
): readonly ImportedEnvironment[] => {
  const names = new Map<string, string>();
  for (const { name } of imported) {
    const taken = [...present.map((one) => one.name), ...names.values()];
    names.set(
      name,
      findFreeName(name, (one) => taken.some((other) => isSameName(other, one))),
    );
  }
  const renamed = (name: string): string => names.get(name) ?? name;
  return imported.map((one) => ({
    ...one,
    name: renamed(one.name),
    ...(one.extends === undefined ? {} : { extends: renamed(one.extends) }),
  }));
};

/** Assigns imported items names that are free in the workspace. */
export const planImport = (document: ImportDocument, around: string, present: Names): ImportPlan => {
  const below = (name: string): string => (around === '' ? name : `${around}/${name}`);
  const isTaken = (name: string): boolean =>
    present.folders.some(({ path }) => isSameOnDisk(path, below(name)));
  const hasFolder = document.requests.length + document.folders.length > 0;
  return {
    document,
    folder: hasFolder ? below(findFreeName(getFolderDisplayName(document.name, 'Import'), isTaken)) : '',
    environments: renameEnvironments(document.environments, present.environments),
  };
};

/** The path within the folder of the import. */
export const toImportPath = ({ folder }: ImportPlan, path: string): string =>
  path === '' ? folder : `${folder}/${path}`;

const checkImportedRequest = ({ kind, ...fields }: ImportedRequest): AppError | undefined =>
  requestKinds[kind].problemOf(fields);

/** Why a plan cannot be applied. */
export const checkImportPlan = async (plan: ImportPlan): Promise<AppError | undefined> => {
  const turns = createTurns();
  for (const { path } of plan.document.folders) {
    const problem = checkFolderPath(toImportPath(plan, path));
    if (problem !== null) return problem;
    await turns();
  }
  for (const request of plan.document.requests) {
    const problem = checkImportedRequest(request);
    if (problem?.kind === 'invalid-input')
      return createInvalidInput(
        'text',
        `has the request “${request.name}”, whose ${problem.issues[0]?.message ?? 'fields cannot be saved'}`,
        {
          expected: 'requests that can be saved',
          got: request.name,
        },
      );
    await turns();
  }
  return undefined;
};
