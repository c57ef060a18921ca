import {
  type AgentRules,
  type EnvironmentGuard,
  type Guard,
  openGuard,
  type Verdict,
  verdicts,
} from './guard.js';
import { type GuardHost, guardHost, hostOf, matchesHost } from './guard-host.js';

/** Who begins a request. */
export type Sender = 'agent' | 'person';

/** What is judged of a request that is about to be sent. */
export interface JudgedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Methods that change nothing on a server (RFC 9110, section 9.2.1). */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Headers by which many servers take another method than that of the request. */
const overrides = new Set(['x-http-method-override', 'x-http-method', 'x-method-override']);

const upper = (method: string): string => method.trim().toUpperCase();

/** The methods that a server may take a request for. */
const methodsOf = ({ method, url, headers }: JudgedRequest): readonly string[] => {
  const inHeaders = headers.filter(([name]) => overrides.has(name.toLowerCase())).map(([, value]) => value);
  const inQuery = URL.canParse(url) ? new URL(url).searchParams.getAll('_method') : [];
  return [method, ...inHeaders, ...inQuery].map(upper).filter((one) => one !== '');
};

/** Whether a request may change something on its server, by its method. */
export const changesServer = (request: JudgedRequest): boolean =>
  methodsOf(request).some((method) => !safeMethods.has(method));

const strictest = (all: readonly Verdict[]): Verdict =>
  [...verdicts].reverse().find((verdict) => all.includes(verdict)) ?? 'allow';

interface ReadRule {
  readonly methods: ReadonlySet<string>;
  readonly hosts: readonly GuardHost[];
  readonly isAnyHost: boolean;
  readonly then: Verdict;
}

/** The rules of guards that have been used, which are the same for many requests. */
const known = new WeakMap<AgentRules, readonly ReadRule[]>();

const readRules = (agents: AgentRules): readonly ReadRule[] => {
  const found = known.get(agents);
  if (found !== undefined) return found;
  const rules = agents.rules.map(({ methods, hosts, then }) => ({
    methods: new Set(methods.map(upper)),
    hosts: hosts.flatMap((one) => guardHost(one) ?? []),
    isAnyHost: hosts.length === 0,
    then,
  }));
  known.set(agents, rules);
  return rules;
};

type Host = NonNullable<ReturnType<typeof hostOf>>;

const matches =
  (method: string, host: Host | undefined) =>
  ({ methods, hosts, isAnyHost }: ReadRule): boolean =>
    (methods.size === 0 || methods.has(method)) &&
    (isAnyHost || (host !== undefined && hosts.some((one) => matchesHost(one, host))));

/** The first rule that matches decides; without one, what is said otherwise and the switch. */
const forAgent = (
  { protected: isProtected, agents }: Guard,
  method: string,
  host: Host | undefined,
): Verdict => {
  const rule = readRules(agents).find(matches(method, host));
  if (rule !== undefined) return rule.then;
  const ofSwitch = isProtected && !safeMethods.has(method) ? 'ask' : 'allow';
  return strictest([agents.otherwise, ofSwitch]);
};

/**
 * What the guards of an environment and of those it extends say of a request as it would go out; the strictest counts. A
 * method that the request asks its server to take instead of its own is judged too.
 */
export const judge = (guards: readonly Guard[], request: JudgedRequest, sender: Sender): Verdict => {
  if (sender === 'person')
    return guards.some((guard) => guard.protected) && changesServer(request) ? 'ask' : 'allow';
  const host = hostOf(request.url);
  return strictest(
    methodsOf(request).flatMap((method) => guards.map((guard) => forAgent(guard, method, host))),
  );
};

const patternsOf = (guards: readonly Guard[]) =>
  guards.flatMap(({ agents }) =>
    agents.rules.flatMap(({ hosts }) => hosts.flatMap((one) => guardHost(one) ?? [])),
  );

/** A label and a port that no pattern names. */
const other = { label: 'other-0', port: '65535' } as const;

/** At least one request of each kind that the rules of these guards tell apart. */
const examplesOf = (guards: readonly Guard[]): readonly JudgedRequest[] => {
  const patterns = patternsOf(guards);
  const named = guards.flatMap(({ agents }) => agents.rules.flatMap(({ methods }) => methods));
  const methods = new Set([...safeMethods, 'OTHER', ...named.map(upper)]);
  const hosts = new Set([
    `${other.label}.test`,
    ...patterns.flatMap(({ host }) => (host === '' ? [] : [host, `${other.label}.${host}`])),
  ]);
  const ports = new Set([other.port, ...patterns.flatMap(({ port }) => port ?? [])]);
  return [...methods].flatMap((method) =>
    [...hosts].flatMap((host) =>
      [...ports].map((port) => ({ method, url: `http://${host}:${port}/`, headers: [] })),
    ),
  );
};

/** How many examples are compared; rules that tell more apart are not taken for as strict. */
const mostExamples = 2_000;

const rank = (verdict: Verdict): number => verdicts.indexOf(verdict);

/** Whether `next` would let something through that `present` does not. */
export const loosens = (present: EnvironmentGuard, next: EnvironmentGuard): boolean => {
  const [before, after] = [present ?? openGuard, next ?? openGuard];
  if (before.protected && !after.protected) return true;
  const [least, most] = [after.agents.perMinute ?? Infinity, before.agents.perMinute ?? Infinity];
  if (least > most) return true;
  const examples = examplesOf([before, after]);
  if (examples.length > mostExamples) return JSON.stringify(before) !== JSON.stringify(after);
  return examples.some(
    (request) => rank(judge([after], request, 'agent')) < rank(judge([before], request, 'agent')),
  );
};

/**
 * The guard after a file said `wanted`: one that is looser waits for a person, and the one in force stays. What tightens it
 * counts at once.
 */
export const guardFromFile = (
  inForce: EnvironmentGuard,
  wanted: EnvironmentGuard,
): { readonly guard: EnvironmentGuard; readonly proposedGuard: Guard | null } =>
  loosens(inForce, wanted)
    ? { guard: inForce, proposedGuard: wanted ?? openGuard }
    : { guard: wanted, proposedGuard: null };
