import type { RetainedVariable, RetainedVariables } from '@tandem/core';

/** Variables that the scripts of one iteration keep, on top of those kept before; no other iteration sees them. */
export const createIterationVariables = (below: RetainedVariables): RetainedVariables => {
  const workspaces = new Map<string, RetainedVariable[]>();
  const of = (workspaceId: string): RetainedVariable[] => {
    const known = workspaces.get(workspaceId) ?? [...below.of(workspaceId)];
    workspaces.set(workspaceId, known);
    return known;
  };
  return {
    of: (workspaceId) => [...of(workspaceId)],
    keep: (workspaceId, changes) => {
      const kept = of(workspaceId);
      for (const one of changes) {
        const at = kept.findIndex(({ scope, name }) => scope === one.scope && name === one.name);
        if (at >= 0) kept.splice(at, 1);
        kept.push(one);
      }
    },
  };
};
