import { type FolderWarning, isRequestKind } from '@tandem/core';

import { toText } from '../../yaml/tree.js';
import type { FoundEntity } from '../found.js';
import type { Steps } from '../in-slices.js';

interface DependentRequest {
  readonly name: string;
  readonly path: string;
  readonly needs: readonly string[];
}

/** Number of names shown of a cycle. */
const maxCycleNames = 8;

function* collectDependents(found: Iterable<FoundEntity>): Steps<ReadonlyMap<string, DependentRequest>> {
  const all = new Map<string, DependentRequest>();
  for (const { id, kind, file, fields } of found) {
    // Most requests have no dependencies, so their memory is not decoded for this.
    if (!isRequestKind(kind) || !file.text.includes('needs')) continue;
    const { name, needs = [] } = fields();
    if (needs.length > 0) all.set(id, { name: toText(name) ?? '', path: file.path, needs });
    yield undefined;
  }
  return all;
}

/** Maps each request blocked by a cycle to a dependency that cannot run either. */
const findEndlessRequests = (all: ReadonlyMap<string, DependentRequest>): ReadonlyMap<string, string> => {
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

/** The cycles among requests that each point to one other. */
const findCircles = (leadsTo: ReadonlyMap<string, string>): readonly (readonly string[])[] => {
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
 * The requests whose files depend on each other in a cycle; each is imported, and running it reports the cycle too.
 * Yields after each.
 */
export function* findDependencyCycles(found: Iterable<FoundEntity>): Steps<readonly FolderWarning[]> {
  const all = yield* collectDependents(found);
  return findCircles(findEndlessRequests(all)).flatMap((circle) => {
    const members = circle.flatMap((id) => all.get(id) ?? []);
    const [first] = members;
    if (first === undefined) return [];
    const names = members.slice(0, maxCycleNames).map(({ name }) => name);
    const chain = [...names, ...(members.length > maxCycleNames ? ['…'] : []), first.name].join(' → ');
    const message = `needs make a circle: ${chain}; remove one of these needs`;
    return [{ code: 'needCycle', message, path: first.path }];
  });
}
