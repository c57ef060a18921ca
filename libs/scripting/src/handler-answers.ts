import type { NamedScript, ScriptError } from '@tandem/core';
import { decode, maxDepth, findNearest, getOwnValue, isTooDeep } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import type { HostFaultedError, ScriptFailedError } from './host-process.js';
import { GuestAnswer, type HostFault, type OwnHandler } from './messages.js';

const handlers = 'a script exports onRequest(req), onResponse(req, res) and onTest(req, res)';
const variables = 'variables are req.env.getVariable(name) and req.env.setVariable(name, value)';
const expectations = 'write expect(a).toBe(b), toEqual(b), toContain(b) or another matcher of Jest';
const parameters = 'req and res are the parameters of a handler';

/** For names in scripts of other tools, what to use in a script of Tandem. */
const names: Readonly<Record<string, string>> = {
  pm: `pm is of Postman; here ${handlers}, with test(name, fn), res.status, res.json() and req.env.getVariable(name)`,
  postman: `postman is of Postman; here ${variables}`,
  bru: `bru is of Bruno; here ${variables}`,
  insomnia: `insomnia is of Insomnia; here ${handlers}, and ${variables}`,
  hopp: `hopp is of Hoppscotch; here ${handlers}, and ${variables}`,
  pw: `pw is of Hoppscotch; here ${handlers}, and ${variables}`,
  tc: `tc is of Thunder Client; here ${handlers}, and ${variables}`,
  client: `client is of HTTP files; here ${variables}, and test(name, fn) is a function of its own`,
  context: `there is no context; ${parameters}, and ${variables}`,
  env: `env is req.env or res.env; here ${variables}`,
  environment: `there is no environment; ${variables}`,
  variables: `there is no variables; ${variables}`,
  globals: `there is no globals; ${variables}`,
  process: `there is no process; ${variables}`,
  request: 'the request is req, the first parameter of a handler',
  req: 'req is the first parameter of a handler, such as onTest(req, res)',
  response: 'the response is res, the second parameter of onResponse(req, res) and onTest(req, res)',
  res: 'res is the second parameter of onResponse(req, res) and onTest(req, res)',
  responseBody: 'the text of the response is res.text(), its JSON res.json()',
  responseCode: 'the status of the response is res.status',
  responseHeaders: 'a header of the response is res.headers.get(name)',
  tests: 'a test is test(name, fn) in onTest',
  it: 'a test is test(name, fn) in onTest',
  assert: `there is no assert; ${expectations}`,
  chai: `there is no chai; ${expectations}`,
  fetch: 'requests are sent by await send({ method, url, headers, json }) or await execute(request)',
  axios: 'requests are sent by await send({ method, url, headers, json }) or await execute(request)',
  XMLHttpRequest: 'requests are sent by await send({ method, url, headers, json }) or await execute(request)',
  require: 'a script cannot load modules; the guide to scripts lists what it has',
};

/** For methods in scripts of other tools, what to use in a script of Tandem. */
const methods: Readonly<Record<string, string>> = {
  'req.getUrl': 'req.url is the URL',
  'req.setUrl': 'set req.url = url in onRequest',
  'req.getMethod': 'req.method is the method',
  'req.setMethod': 'set req.method = method in onRequest',
  'req.getBody': 'req.body is the text of the body',
  'req.setBody': 'set req.body = text in onRequest; JSON.stringify makes text of a value',
  'req.getHeader': 'write req.headers.get(name)',
  'req.setHeader': 'write req.headers.set(name, value) in onRequest',
  'req.json': 'write JSON.parse(req.body)',
  'res.getBody': 'write res.json() or res.text()',
  'res.getStatus': 'res.status is the status',
  'res.getHeader': 'write res.headers.get(name)',
  'res.getHeaders': 'write res.headers.get(name)',
  'res.body.json': 'write res.json()',
  'env.get': 'write env.getVariable(name) or env.getSecret(name)',
  'env.set': 'write env.setVariable(name, value)',
  'env.unset': 'write env.unsetVariable(name)',
};

/** The words with which chains of chai begin. */
const chainWords =
  'a|an|be|equal|equals|eq|eql|deep|have|has|include|contain|exist|match|not|above|below|least|most';
const chainPattern = new RegExp(
  `\\(reading '(?:${chainWords})'\\)|expect\\(\\.\\.\\.\\)\\.(?:${chainWords}) is not a function`,
);

/** Suggests what to use in Tandem instead of an undefined name. Returns undefined if no other tool defines that name. */
const findAdvice = (message: string): string | undefined => {
  const [, name] = /^ReferenceError: ([\w$]+) is not defined/.exec(message) ?? [];
  if (name !== undefined) return getOwnValue(names, name);
  const [, path = ''] = /^TypeError: ([\w$.]+) is not a function/.exec(message) ?? [];
  const found = getOwnValue(methods, path) ?? getOwnValue(methods, path.replace(/^re[qs]\.env\./, 'env.'));
  return (
    found ?? (chainPattern.test(message) ? `expect has no chains as in chai; ${expectations}` : undefined)
  );
};

const explainMessage = (message: string): string => {
  const advice = findAdvice(message);
  return advice === undefined ? message : `${message}: ${advice}`;
};

/** Adds to a script error what to use in Tandem, if the script used a name from the API of another tool. */
const explainError = <E extends Pick<ScriptError, 'message'>>(error: E): E => ({
  ...error,
  message: explainMessage(error.message),
});

/** Explains the errors of a handler's answer, also those of its tests. */
const explainAnswer = (answer: GuestAnswer): GuestAnswer => ({
  ...answer,
  error: answer.error && explainError(answer.error),
  tests: answer.tests.map((test) =>
    test.error === null ? test : { ...test, error: explainError(test.error) },
  ),
});

const handlerNames: readonly OwnHandler[] = ['onRequest', 'onResponse', 'onTest'];

/** The location of the export `name`, such as `script:1:8`. */
const formatExportLocation = (where: string, script: string, name: string): string => {
  const escaped = name.replace(/[$]/g, '\\$&');
  const found = new RegExp(`\\bexport\\b[^;]*?(?<![\\w$])${escaped}(?![\\w$])`, 'd').exec(script);
  if (found === null) return where;
  const lines = script.slice(0, found.index + found[0].length - name.length).split('\n');
  return `${where}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
};

/** Reports exported functions whose names are almost those of a handler, with their locations. Drops the others. */
export const reportSimilarHandlers = (scripts: readonly NamedScript[], answer: GuestAnswer): GuestAnswer => ({
  ...answer,
  diagnostics: answer.diagnostics.flatMap((one) => {
    if (one.code !== 'HANDLER_UNKNOWN') return [one];
    const name = one.message;
    const plain = name.replaceAll(/[_$]/g, '');
    const [near] = /^on/i.test(plain) ? findNearest(plain, handlerNames) : [];
    if (near === undefined) return [];
    const message = `${name} is exported but never called. Did you mean ${near}?`;
    const { where = 'script' } = one;
    const script = scripts.find((each) => (each.name ?? 'script') === where)?.text ?? '';
    return [{ code: one.code, message, where: formatExportLocation(where, script, name) }];
  }),
});

/** Matches V8's message about invalid JSON, which quotes up to twenty characters. A secret may be among them. */
const quotingPattern =
  /(Unexpected token ).{1,4}?, (?:\.\.\.)?"[^]{0,60}?"(?:\.\.\.)? is not valid JSON|"[^]{0,60}?"(?:\.\.\.)? is not valid JSON/g;

const removeQuote = (message: string): string =>
  message.includes(' is not valid JSON')
    ? message.replaceAll(quotingPattern, (_, token?: string) =>
        token === undefined ? 'the text is not valid JSON' : 'unexpected token: the text is not valid JSON',
      )
    : message;

const removeErrorQuote = <E extends { readonly message: string }>(error: E): E => ({
  ...error,
  message: removeQuote(error.message),
});

/** Removes quotes of text that could not be parsed as JSON from the errors, tests and logs of an answer. */
const removeAnswerQuotes = (answer: GuestAnswer): GuestAnswer => ({
  ...answer,
  error: answer.error && removeErrorQuote(answer.error),
  tests: answer.tests.map((test) =>
    test.error === null ? test : { ...test, error: removeErrorQuote(test.error) },
  ),
  logs: answer.logs.map(removeErrorQuote),
});

const codes: Readonly<Record<HostFault, string>> = {
  timeout: 'SCRIPT_TIMEOUT',
  memory: 'SCRIPT_MEMORY',
  'too-large': 'SCRIPT_ERROR',
  broken: 'SCRIPT_ERROR',
};

/** The answer of a handler that the script does not define. */
export const noHandlerAnswer: GuestAnswer = {
  present: false,
  error: null,
  result: null,
  logs: [],
  changes: [],
  diagnostics: [],
  tests: [],
  readings: [],
  absent: [],
};

/** Creates the answer of a handler that failed without any reports. */
export const createFailedAnswer = (error: ScriptError): GuestAnswer => ({
  ...noHandlerAnswer,
  present: true,
  error,
});

/** Reads the answer of a handler. If it is malformed, returns a failure. */
export const readAnswer = (scripts: readonly NamedScript[], text: string): GuestAnswer => {
  const answer: unknown = JSON.parse(text);
  if (isTooDeep(answer)) {
    const message = `A value that the handler returned or compared is nested more than ${maxDepth} deep.`;
    return createFailedAnswer({ code: 'SCRIPT_ERROR', message });
  }
  const decoded = decode(GuestAnswer)(answer);
  return E.isRight(decoded)
    ? removeAnswerQuotes(explainAnswer(reportSimilarHandlers(scripts, decoded.right)))
    : createFailedAnswer({ code: 'SCRIPT_ERROR', message: 'The script corrupted its own response.' });
};

/** Creates a failure with what the handler has reported so far, if that can be decoded. */
export const createPartialAnswer = (
  error: ScriptError,
  { reported, loading }: Pick<ScriptFailedError, 'reported' | 'loading'>,
): GuestAnswer => {
  const { logs, tests } = reported ?? { logs: [], tests: [] };
  const text = `{"logs":[${logs.join(',')}],"tests":[${tests.join(',')}]}`;
  const decoded = decode(GuestAnswer)({ ...createFailedAnswer(error), ...(JSON.parse(text) as object) });
  return removeAnswerQuotes({
    ...(E.isRight(decoded) ? decoded.right : createFailedAnswer(error)),
    present: !loading,
  });
};

export const readError = (text: string): ScriptError => explainError(JSON.parse(text) as ScriptError);

/** The script of a folder or the workspace in which a call failed. Undefined for the request's own script. */
const findFailedScript = (
  scripts: readonly NamedScript[],
  { reported, loading }: Pick<HostFaultedError, 'reported' | 'loading'>,
): string | undefined => {
  const last = reported?.scripts.at(-1);
  const began = ({ name }: NamedScript, index: number) =>
    last === undefined ? loading && index === 0 : JSON.stringify(name) === last;
  return scripts.find(began)?.name ?? undefined;
};

export const toScriptError = (scripts: readonly NamedScript[], error: HostFaultedError): ScriptError => {
  const script = findFailedScript(scripts, error);
  return { code: codes[error.fault], message: error.message, ...(script === undefined ? {} : { script }) };
};
