import { withDescription, integer, oneOf, struct, t } from '../codec/index.js';
import { findHostPatternProblem } from './guard-host.js';
import { isMethod } from '../requests/rest-request.js';

/** The decisions that a guard can make: send the request, ask a person first, or refuse it. Later ones are stricter. */
export const guardDecisions = ['allow', 'ask', 'deny'] as const;
/** A guard's decision about a request. */
export type GuardDecision = (typeof guardDecisions)[number];

const GuardDecisionCodec = oneOf(...guardDecisions);

export const GuardRule = struct('a rule', {
  methods: withDescription(t.readonlyArray(t.string), 'Such as POST; empty for any'),
  hosts: withDescription(
    t.readonlyArray(t.string),
    'Such as api.example.com, *.example.com or localhost:*; empty for any',
  ),
  then: GuardDecisionCodec,
});
export type GuardRule = t.TypeOf<typeof GuardRule>;

/** The rules for requests that agents send. The first matching rule decides. */
export const AgentRules = struct(
  'rules for agents',
  {
    rules: t.readonlyArray(GuardRule),
    otherwise: GuardDecisionCodec,
  },
  { perMinute: withDescription(integer(1, 100_000), 'Requests of all agents together') },
);
export type AgentRules = t.TypeOf<typeof AgentRules>;

/** Limits the requests sent with an environment. */
export const Guard = struct('a guard', {
  /** A switch for production environments: asks before anything except GET, HEAD or OPTIONS. */
  protected: t.boolean,
  agents: AgentRules,
});
export type Guard = t.TypeOf<typeof Guard>;

/** The guard of an environment; null if it has none. */
export const EnvironmentGuard = t.union([Guard, t.null], 'a guard or null');
export type EnvironmentGuard = t.TypeOf<typeof EnvironmentGuard>;

/** The guard that allows everything. */
export const openGuard: Guard = { protected: false, agents: { rules: [], otherwise: 'allow' } };

/** Size limits of a guard. */
export const guardLimits = { rules: 50, perRule: 20 } as const;

/** Converts a guard that allows everything to null. */
export const toEnvironmentGuard = (guard: EnvironmentGuard): EnvironmentGuard => {
  if (guard === null || guard.protected) return guard;
  const { rules, otherwise, perMinute } = guard.agents;
  const isOpen = rules.every(({ then }) => then === 'allow') && otherwise === 'allow';
  return isOpen && rules.length === 0 && perMinute === undefined ? null : guard;
};

const findProblem = (all: readonly string[], of: (one: string) => string | undefined): string | undefined =>
  all.length > guardLimits.perRule
    ? `has more than ${guardLimits.perRule} entries`
    : all.map(of).find((one) => one !== undefined);

const findMethodProblem = (method: string): string | undefined =>
  isMethod(method) ? undefined : `has "${method}", which is not a method such as POST`;

const findHostProblem = (pattern: string): string | undefined => {
  const problem = findHostPatternProblem(pattern);
  return problem === undefined ? undefined : `has "${pattern}", which ${problem}`;
};

/** The location of an invalid part of a guard, and why it is invalid, as the end of a sentence; undefined if the guard is valid. */
export const findGuardProblem = ({
  agents: { rules },
}: Guard): { readonly path: string; readonly problem: string } | undefined => {
  if (rules.length > guardLimits.rules)
    return { path: 'agents.rules', problem: `has more than ${guardLimits.rules} rules` };
  for (const [at, { methods, hosts }] of rules.entries()) {
    const ofMethods = findProblem(methods, findMethodProblem);
    if (ofMethods !== undefined) return { path: `agents.rules[${at}].methods`, problem: ofMethods };
    const ofHosts = findProblem(hosts, findHostProblem);
    if (ofHosts !== undefined) return { path: `agents.rules[${at}].hosts`, problem: ofHosts };
  }
  return undefined;
};
