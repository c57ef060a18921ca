import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  createFolderEntity,
  findRequestKind,
  type FolderBase,
  type FolderEntity,
  type FolderWarning,
  isRequestKind,
} from '@tandem/core';

import type { SomeFields } from '../document/fields.js';
import { getDirectory, type PathAssigner } from '../layout/paths.js';
import { toText } from '../yaml/tree.js';
import type { Decision } from './decide.js';
import type { DecidedSubject } from './folders.js';
import type { Candidate, FoundEntity } from './identity.js';
import type { Steps } from './slices.js';
import { getEntityPath, type NeedPaths } from './write-entity.js';

interface DependentRequest {
  readonly name: string;
  readonly path: string;
  readonly needs: readonly string[];
}

/** Maximum number of names that a warning about a cycle shows. */
const maxCycleNames = 8;

function* collectDependents(found: Iterable<FoundEntity>): Steps<ReadonlyMap<string, DependentRequest>> {
  const all = new Map<string, DependentRequest>();
  for (const { id, kind, file, fields } of found) {
    // Most requests have no dependencies. Reading the fields of an unchanged request is slow, so only do that if its file has some.
    if (!isRequestKind(kind) || !file.text.includes('needs')) continue;
    const { name, needs = [] } = fields();
    if (needs.length > 0) all.set(id, { name: toText(name) ?? '', path: file.path, needs });
    yield undefined;
  }
  return all;
}

/** Maps each request that cannot run because of a cycle to a dependency that cannot run either. */
const findBlockedRequests = (all: ReadonlyMap<string, DependentRequest>): ReadonlyMap<string, string> => {
  const neededBy = new Map<string, string[]>();
  const open = new Map<string, number>();
  for (const [id, { needs }] of all) {
    const inside = [...new Set(needs)].filter((need) => all.has(need));
    open.set(id, inside.length);
    for (const need of inside) {
      const others = neededBy.get(need);
      if (others === undefined) neededBy.set(need, [id]);
      else others.push(id);
    }
  }
  const ready = [...open].filter(([, count]) => count === 0).map(([id]) => id);
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    open.delete(id);
    for (const other of neededBy.get(id) ?? []) {
      const left = (open.get(other) ?? 0) - 1;
      open.set(other, left);
      if (left === 0) ready.push(other);
    }
  }
  const leadsTo = new Map<string, string>();
  for (const id of open.keys()) {
    const need = all.get(id)?.needs.find((one) => open.has(one));
    if (need !== undefined) leadsTo.set(id, need);
  }
  return leadsTo;
};

/** Finds the cycles in a map from each request to one other request. */
const findCycles = (leadsTo: ReadonlyMap<string, string>): readonly (readonly string[])[] => {
  const seen = new Set<string>();
  const circles: string[][] = [];
  for (const start of leadsTo.keys()) {
    const way = new Map<string, number>();
    let id: string | undefined = start;
    for (; id !== undefined && !seen.has(id); id = leadsTo.get(id)) {
      seen.add(id);
      way.set(id, way.size);
    }
    const from = id === undefined ? undefined : way.get(id);
    if (from !== undefined) circles.push([...way.keys()].slice(from));
  }
  return circles;
};

/**
 * Warns about requests whose files depend on each other in a cycle. They are imported anyway, and executing them reports the cycle too.
 * Yields after each request.
 */
export function* findDependencyCycles(found: Iterable<FoundEntity>): Steps<readonly FolderWarning[]> {
  const all = yield* collectDependents(found);
  return findCycles(findBlockedRequests(all)).flatMap((circle) => {
    const members = circle.flatMap((id) => all.get(id) ?? []);
    const [first] = members;
    if (first === undefined) return [];
    const names = members.slice(0, maxCycleNames).map(({ name }) => name);
    const chain = [...names, ...(members.length > maxCycleNames ? ['…'] : []), first.name].join(' → ');
    const message = `needs make a circle: ${chain}; remove one of these needs`;
    return [{ code: 'needCycle', message, path: first.path }];
  });
}

/** The path that an entry of `needs` refers to, relative to the data folder. */
export const resolveDependencyPath = (path: string, need: string): string =>
  posix.normalize(posix.join(getDirectory(path), need));

/** Converts the paths in a request's `needs` to ids. Paths that do not resolve stay. */
export type ResolveNeeds = (
  needs: readonly string[],
  path: string,
  base: FolderBase | undefined,
) => readonly string[];

/**
 * Resolves paths to current requests, otherwise to requests of the last synchronization. A file that was moved by hand therefore keeps its
 * dependencies, and other files still find a request that was moved.
 */
export const createNeedsResolver = (
  owners: ReadonlyMap<string, Pick<Candidate, 'file' | 'kind'>>,
  bases: readonly FolderBase[],
): ResolveNeeds => {
  const requests = [...owners].filter(([, { kind }]) => isRequestKind(kind));
  const now = new Map(requests.map(([id, { file }]) => [file.path, id]));
  const before = new Map(bases.filter(({ kind }) => isRequestKind(kind)).map(({ path, id }) => [path, id]));
  return (needs, path, base) =>
    needs.map((need) => {
      if (findRequestKind(need) !== undefined) return need;
      const from = [path, ...(base && base.path !== path ? [base.path] : [])];
      const ids = from.flatMap((one) => {
        const target = resolveDependencyPath(one, need);
        return [now.get(target), before.get(target)];
      });
      return ids.find((id) => id !== undefined) ?? need;
    });
};

/** Warns about dependencies that do not resolve. */
export const findUnresolvedDependencies = (
  path: string,
  { needs = [] }: SomeFields,
): readonly FolderWarning[] =>
  needs.flatMap((need, index) =>
    findRequestKind(need) === undefined
      ? [
          {
            code: 'needNotFound',
            message: `needs[${index}] is ${JSON.stringify(need)}, where no request is; give the path from this file to that of a request`,
            path,
          },
        ]
      : [],
  );

/** Determines the paths of requests, and of their dependencies, after `decisions` are applied. */
export const createDependencyPaths = (
  paths: PathAssigner,
  decisions: readonly DecidedSubject[],
  bases: readonly FolderBase[],
): NeedPaths => {
  const decided = new Map(decisions.map((one) => [one[0].id, one]));
  const former = new Map(bases.map(({ id, path }) => [id, path]));
  const known = new Map<string, string>();
  const reservePath = (entity: FolderEntity, found: FoundEntity | undefined): string => {
    if (!isRequestKind(entity.kind)) return getEntityPath(paths, entity, found);
    const path = known.get(entity.id) ?? getEntityPath(paths, entity, found);
    known.set(entity.id, path);
    return path;
  };
  const futureOf = (id: string): string | undefined => {
    const one = decided.get(id);
    if (!one) return former.get(id);
    const [{ kind, found, base }, decision] = one;
    if (decision.do === 'settle') return reservePath(createFolderEntity(kind, id, decision.file), found);
    // The path of a removed file stays, so that it still resolves if the file returns.
    if (['nothing', 'keep', 'remove-stored'].includes(decision.do)) return found?.file.path ?? base?.path;
    return undefined;
  };
  const asWritten: NeedPaths['asWritten'] = ({ needs = [] }, path, found) => {
    // Keep the notation that the author of the path chose.
    const present = new Map(
      found?.content?.fields.needs?.map((need) => [resolveDependencyPath(path, need), need] as const),
    );
    return needs.map((id) => {
      const to = futureOf(id);
      if (to === undefined) return id;
      return present.get(to) ?? posix.relative(getDirectory(path), to);
    });
  };
  return {
    getPath: reservePath,
    asWritten,
    areCurrent: (found, base) => {
      // Most requests have no dependencies. Reading the fields of an unchanged request is slow, so only do that if its file has some.
      if (!found.file.text.includes('needs')) return true;
      const fields = found.fields();
      const { needs = [] } = fields;
      if (needs.length === 0) return true;
      const path = futureOf(found.id) ?? found.file.path;
      if (found.content)
        return isDeepStrictEqual(asWritten(fields, path, found), found.content.fields.needs ?? []);
      return path === base?.path && needs.every((id) => futureOf(id) === former.get(id));
    },
  };
};

/** Creates the decision to rewrite an unchanged request, because one of its dependencies has moved. */
export const createRewrite = (
  found: FoundEntity,
  stored: SomeFields,
): Extract<Decision, { readonly do: 'settle' }> => {
  const fields = found.fields();
  return {
    do: 'settle',
    file: fields,
    stored,
    base: fields,
    common: fields,
    conflicts: [],
    hits: [],
  };
};
