import {
  type AgentRules,
  type EnvironmentGuard,
  type Guard,
  openGuard,
  type GuardDecision,
  guardDecisions,
} from './guard.js';
import { type GuardHost, parseGuardHost, matchesHost, noOwnHosts, type OwnHosts } from './guard-host.js';
import { toHeaderKey, type Leg, listLegs, type RoutedRequest } from '../executions/legs.js';
import type { PreparedRequest } from '../ports/http.js';

/** The sender of a request: an agent, to which the rules for agents apply, or a person. */
export type Sender = 'agent' | 'person';

/** The parts of an outgoing request that a guard checks. */
export type GuardedRequest = RoutedRequest &
  Pick<PreparedRequest, 'method'> &
  Partial<Pick<PreparedRequest, 'body'>>;

/** Safe methods (RFC 9110, section 9.2.1). */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Headers and parameters that many servers accept as method overrides. */
const methodOverrideNames: ReadonlySet<string> = new Set([
  'x-http-method-override',
  'x-http-method',
  'x-method-override',
  'x-method',
  'x-original-method',
  'x-rewrite-method',
  'x-forwarded-method',
  'x-request-method',
  'http-method-override',
  'http-method',
  'method-override',
  '-method',
]);

const isOverride = (name: string): boolean => methodOverrideNames.has(toHeaderKey(name));

/** Methods that servers know (RFC 9110, RFC 5789, WebDAV), including PURGE for caches. */
const knownMethods =
  /^\s*(?:get|head|post|put|patch|delete|options|trace|connect|copy|move|lock|unlock|mkcol|proppatch|propfind|purge|link|unlink)\s*$/i;

/** Whether a query or form field overrides the method. A field `method` often means something else, such as a payment method. */
const isOverrideField = (name: string, value: string): boolean =>
  isOverride(name) || (toHeaderKey(name) === 'method' && knownMethods.test(value));

/** Maximum length of the form parts that are searched. Method names and values are shorter. */
const maxFieldLength = 200;

const isOverrideText = (field: string): boolean => {
  const [[name = '', value = ''] = []] = new URLSearchParams(field);
  return isOverrideField(name, value);
};

const unescapeUnicode = (text: string): string =>
  text.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Finds method override parameters with a string value in a JSON body, at any depth. Some frameworks read them like form fields. */
const findJsonOverrides = (text: string): readonly string[] => {
  if (!/method|\\u/i.test(text)) return [];
  return [...text.matchAll(/"((?:[^"\\]|\\.){1,200})"\s*:\s*"((?:[^"\\]|\\.){0,200})"/g)].flatMap(
    ([, name = '', value = '']) => (isOverride(unescapeUnicode(name)) ? [unescapeUnicode(value)] : []),
  );
};

/** Finds the first line of each form part whose name is that of a method override parameter. */
const findPartOverrides = (text: string): readonly string[] => {
  const values: string[] = [];
  let names: string[] = [];
  for (const match of text.matchAll(/\bname="?([^"\r\n;]{1,200})|\r?\n\r?\n(?=([^\r\n]{0,200}))/gi)) {
    const [, name, value = ''] = match;
    if (name !== undefined) names.push(name);
    else {
      if (names.some((one) => isOverrideField(one, value))) values.push(value);
      names = [];
    }
  }
  return values;
};

/** The values of method override parameters in a form or JSON body. */
const findBodyOverrides = (
  headers: GuardedRequest['headers'],
  body: GuardedRequest['body'],
): readonly string[] => {
  const type = headers.find(([name]) => toHeaderKey(name) === 'content-type')?.[1] ?? '';
  if (body === null || body === undefined || !/form|json/i.test(type)) return [];
  const text = typeof body === 'string' ? body : new TextDecoder('latin1').decode(body);
  if (/json/i.test(type)) return findJsonOverrides(text);
  if (/multipart/i.test(type)) return findPartOverrides(text);
  return text
    .split(/[&;]/)
    .filter((field) => field.length <= maxFieldLength && isOverrideText(field))
    .flatMap((field) => [...new URLSearchParams(field).values()]);
};

const normalizeMethod = (method: string): string => method.trim().toUpperCase();

/** The methods that a server may apply to a request. */
const listMethods = ({ method, url, headers, body }: GuardedRequest): readonly string[] => {
  const inHeaders = headers.filter(([name]) => isOverride(name)).map(([, value]) => value);
  // Some servers also split parameters at semicolons.
  const search = URL.canParse(url) ? new URL(url).search : '';
  const query = [search, search.replaceAll(';', '&')].flatMap((text) => [...new URLSearchParams(text)]);
  const inQuery = query.filter(([name, value]) => isOverrideField(name, value)).map(([, value]) => value);
  // Servers that accept a list use its first entry.
  return [method, ...inHeaders, ...inQuery, ...findBodyOverrides(headers, body)]
    .flatMap((text) => text.split(','))
    .map(normalizeMethod)
    .filter((one) => one !== '');
};

/** Whether a request's method may change something on its server. */
export const canChangeServer = (request: GuardedRequest): boolean =>
  listMethods(request).some((method) => !safeMethods.has(method));

const findStrictest = (all: readonly GuardDecision[]): GuardDecision =>
  [...guardDecisions].reverse().find((verdict) => all.includes(verdict)) ?? 'allow';

interface ParsedRule {
  readonly methods: ReadonlySet<string>;
  readonly hosts: readonly GuardHost[];
  readonly isAnyHost: boolean;
  readonly then: GuardDecision;
}

/** Caches parsed guard rules, which are the same for many requests. */
const parsedRules = new WeakMap<AgentRules, readonly ParsedRule[]>();

const parseRules = (agents: AgentRules): readonly ParsedRule[] => {
  const found = parsedRules.get(agents);
  if (found !== undefined) return found;
  const rules = agents.rules.map(({ methods, hosts: patterns, then }) => {
    const hosts = patterns.flatMap((one) => parseGuardHost(one) ?? []);
    const isAnyHost = patterns.length === 0 || hosts.some(({ host, port }) => host === '' && port === null);
    return { methods: new Set(methods.map(normalizeMethod)), hosts, isAnyHost, then };
  });
  parsedRules.set(agents, rules);
  return rules;
};

/** The inputs for checking a rule against one host of a request. */
interface RuleQuery {
  readonly method: string;
  readonly leg: Leg;
  readonly own: OwnHosts;
}

/** Whether a leg matches one of the rule's hosts. A host that cannot be parsed matches none of them. */
const hasHost = ({ hosts }: ParsedRule, { to }: Leg, own: OwnHosts): boolean =>
  hosts.some(
    (one) =>
      to.host !== '' && matchesHost(one, { host: to.host, port: to.port === 0 ? '' : String(to.port) }, own),
  );

const createRuleMatcher =
  ({ method, leg, own }: RuleQuery) =>
  (rule: ParsedRule): boolean =>
    (rule.methods.size === 0 || rule.methods.has(method)) && (rule.isAnyHost || hasHost(rule, leg, own));

/**
 * The decision of a guard about a request of an agent. The first matching rule decides; if no rule matches, the default and the production
 * switch decide.
 */
const decideForAgent = ({ protected: isProtected, agents }: Guard, asked: RuleQuery): GuardDecision => {
  const { method, leg } = asked;
  const rules = parseRules(agents);
  const rule = rules.find(createRuleMatcher(asked));
  // Rules for any host, and the default, apply to the destination of a request, but not to a proxy or to other hosts that it names.
  if (leg.role === 'proxy' || leg.role === 'claim')
    return rule === undefined || rule.isAnyHost ? 'allow' : rule.then;
  const ofSwitch = isProtected && !safeMethods.has(method) ? 'ask' : 'allow';
  const otherwise = rule?.then ?? findStrictest([agents.otherwise, ofSwitch]);
  if (leg.role !== 'authority' || leg.to.host !== '') return otherwise;
  const possible = rules.filter(({ methods }) => methods.size === 0 || methods.has(method));
  return findStrictest([otherwise, ...possible.map(({ then }) => then)]);
};

/**
 * The strictest decision about an outgoing request by the guards of an environment and its bases. Checks every method override, and every
 * host that receives the request or is named in it.
 * @param own the names and addresses of this machine
 */
export const evaluateGuards = (
  guards: readonly Guard[],
  request: GuardedRequest,
  sender: Sender,
  own: OwnHosts = noOwnHosts,
): GuardDecision => {
  if (sender === 'person')
    return guards.some((guard) => guard.protected) && canChangeServer(request) ? 'ask' : 'allow';
  const legs = listLegs(request);
  return findStrictest(
    listMethods(request).flatMap((method) =>
      legs.flatMap((leg) => guards.map((guard) => decideForAgent(guard, { method, leg, own }))),
    ),
  );
};

const listHostPatterns = (guards: readonly Guard[]) =>
  guards.flatMap(({ agents }) =>
    agents.rules.flatMap(({ hosts }) => hosts.flatMap((one) => parseGuardHost(one) ?? [])),
  );

/** A host label and a port that no pattern contains, to build hosts that no rule matches. */
const unusedHost = { label: 'other-0', port: '65535' } as const;

/** Sample requests that cover every case that the rules of these guards distinguish. */
const createExampleRequests = (guards: readonly Guard[]): readonly GuardedRequest[] => {
  const patterns = listHostPatterns(guards);
  const named = guards.flatMap(({ agents }) => agents.rules.flatMap(({ methods }) => methods));
  const methods = new Set([...safeMethods, 'OTHER', ...named.map(normalizeMethod)]);
  const hosts = new Set([
    `${unusedHost.label}.test`,
    ...patterns.flatMap(({ host }) => (host === '' ? [] : [host, `${unusedHost.label}.${host}`])),
  ]);
  const ports = new Set([unusedHost.port, ...patterns.flatMap(({ port }) => port ?? [])]);
  return [...methods].flatMap((method) =>
    [...hosts].flatMap((host) =>
      [...ports].map((port) => ({ method, url: `http://${host}:${port}/`, headers: [] })),
    ),
  );
};

/** Maximum number of sample requests to compare. If more would be needed, guards that differ in any way are treated as looser. */
const maxExamples = 2_000;

const getStrictness = (verdict: GuardDecision): number => guardDecisions.indexOf(verdict);

/** Whether `next` allows something that `present` does not. */
export const isLooserGuard = (present: EnvironmentGuard, next: EnvironmentGuard): boolean => {
  const [before, after] = [present ?? openGuard, next ?? openGuard];
  if (before.protected && !after.protected) return true;
  const [least, most] = [after.agents.perMinute ?? Infinity, before.agents.perMinute ?? Infinity];
  if (least > most) return true;
  const examples = createExampleRequests([before, after]);
  if (examples.length > maxExamples) return JSON.stringify(before) !== JSON.stringify(after);
  return examples.some(
    (request) =>
      getStrictness(evaluateGuards([after], request, 'agent')) <
      getStrictness(evaluateGuards([before], request, 'agent')),
  );
};

/**
 * The guard of an environment after its file asks for the guard `wanted`. A stricter one applies at once. A looser one is proposed to a
 * person, and the current guard applies until the person accepts it.
 */
export const toFileGuard = (
  inForce: EnvironmentGuard,
  wanted: EnvironmentGuard,
): { readonly guard: EnvironmentGuard; readonly proposedGuard: Guard | null } =>
  isLooserGuard(inForce, wanted)
    ? { guard: inForce, proposedGuard: wanted ?? openGuard }
    : { guard: wanted, proposedGuard: null };
