import { Guard, toEnvironmentGuard, findGuardProblem } from '@tandem/core';
import { decode } from '@tandem/core/codec';
import type { EnvironmentGuard } from '@tandem/core';
import { E } from '@tandem/core/fp';

import { parseFlag, toList, toMap, toText, type TreeMap, includeIf } from '../yaml/tree.js';

/** A guard as stored in a file, below our own key. */
export const toGuardTree = (guard: EnvironmentGuard): TreeMap => {
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

const parseTexts = (value: unknown): readonly unknown[] =>
  (Array.isArray(value) ? toList(value) : value === undefined || value === '' ? [] : [value]).map(
    (one) => toText(one)?.trim() ?? one,
  );

const parseRule = (rule: unknown): unknown => {
  const { methods, hosts, then } = toMap(rule);
  return { methods: parseTexts(methods), hosts: parseTexts(hosts), then };
};

const parseNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;

const parseAgents = (agents: unknown): unknown => {
  const { rules, otherwise = 'allow', perMinute } = toMap(agents);
  return {
    rules: toList(rules).map(parseRule),
    otherwise,
    ...(perMinute === undefined ? {} : { perMinute: parseNumber(perMinute) }),
  };
};

const isGuard = (guard: unknown): guard is Guard => E.isRight(decode(Guard)(guard));

const knownKeys = new Set(['rules', 'otherwise', 'perMinute']);

/**
 * Says whether Tandem understands everything in the `agents` of a file. Otherwise it must not use them, because ignoring a rule could allow
 * what the rule forbids.
 */
export const isAgents = (agents: unknown): boolean => {
  if (typeof agents !== 'object' || agents === null || Array.isArray(agents)) return false;
  const { rules = [] } = toMap(agents);
  const guard = { protected: false, agents: parseAgents(agents) };
  return (
    Object.keys(agents).every((key) => knownKeys.has(key)) &&
    Array.isArray(rules) &&
    isGuard(guard) &&
    findGuardProblem(guard) === undefined
  );
};

/** Reads the guard of a file; null if there is none. Invalid parts were rejected before. */
export const parseGuard = (own: unknown): EnvironmentGuard => {
  const { protected: isProtected, agents } = toMap(own);
  const guard = { protected: parseFlag(isProtected) ?? false, agents: parseAgents(agents) };
  return isGuard(guard) ? toEnvironmentGuard(guard) : null;
};
