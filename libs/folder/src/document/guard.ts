import { Guard, guardOrNull, guardProblem } from '@tandem/core';
import { decode } from '@tandem/core/codec';
import type { EnvironmentGuard } from '@tandem/core';
import { E } from '@tandem/core/fp';

import { flagOf, listOf, mapOf, textOf, type TreeMap, includeIf } from '../yaml/tree.js';

/** A guard as stored in a file, below its own key. */
export const guardTree = (guard: EnvironmentGuard): TreeMap => {
  if (guard === null) return {};
  const { rules, otherwise, perMinute } = guard.agents;
  const agents: TreeMap = {
    ...includeIf(rules.length > 0, {
      rules: rules.map(({ methods, hosts, then }) => ({
        ...includeIf(methods.length > 0, { methods: [...methods] }),
        ...includeIf(hosts.length > 0, { hosts: [...hosts] }),
        then,
      })),
    }),
    ...includeIf(otherwise !== 'allow', { otherwise }),
    ...includeIf(perMinute !== undefined, { perMinute: String(perMinute) }),
  };
  return {
    ...includeIf(guard.protected, { protected: 'true' }),
    ...includeIf(Object.keys(agents).length > 0, { agents }),
  };
};

const textsOf = (value: unknown): readonly unknown[] =>
  (Array.isArray(value) ? listOf(value) : value === undefined || value === '' ? [] : [value]).map(
    (one) => textOf(one)?.trim() ?? one,
  );

const ruleFrom = (rule: unknown): unknown => {
  const { methods, hosts, then } = mapOf(rule);
  return { methods: textsOf(methods), hosts: textsOf(hosts), then };
};

const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;

const agentsFrom = (agents: unknown): unknown => {
  const { rules, otherwise = 'allow', perMinute } = mapOf(agents);
  return {
    rules: listOf(rules).map(ruleFrom),
    otherwise,
    ...(perMinute === undefined ? {} : { perMinute: numberOf(perMinute) }),
  };
};

const isGuard = (guard: unknown): guard is Guard => E.isRight(decode(Guard)(guard));

const knownKeys = new Set(['rules', 'otherwise', 'perMinute']);

/** Whether `agents` in a file is fully understood: ignoring a rule would allow what it forbids. */
export const isAgents = (agents: unknown): boolean => {
  if (typeof agents !== 'object' || agents === null || Array.isArray(agents)) return false;
  const { rules = [] } = mapOf(agents);
  const guard = { protected: false, agents: agentsFrom(agents) };
  return (
    Object.keys(agents).every((key) => knownKeys.has(key)) &&
    Array.isArray(rules) &&
    isGuard(guard) &&
    guardProblem(guard) === undefined
  );
};

/** The guard of a file; null if it has none. Invalid parts were rejected before. */
export const guardFrom = (own: unknown): EnvironmentGuard => {
  const { protected: isProtected, agents } = mapOf(own);
  const guard = { protected: flagOf(isProtected) ?? false, agents: agentsFrom(agents) };
  return isGuard(guard) ? guardOrNull(guard) : null;
};
