import type { ScriptError } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import type { GuestAnswer } from './messages.js';

const handlers = 'a script exports onRequest(req), onResponse(req, res) and onTest(req, res)';
const variables = 'variables are req.env.getVariable(name) and req.env.setVariable(name, value)';
const expectations = 'write expect(a).toBe(b), toEqual(b), toContain(b) or another matcher of Jest';
const parameters = 'req and res are the parameters of a handler';

/** Names in scripts of other tools, and their equivalents here. */
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
  env: 'env is req.env or res.env, such as req.env.getVariable(name)',
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

/** Methods of other tools' objects. */
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

/** Beginnings of chai chains. */
const chainWords =
  'a|an|be|equal|equals|eq|eql|deep|have|has|include|contain|exist|match|not|above|below|least|most';
const ofChai = new RegExp(
  `\\(reading '(?:${chainWords})'\\)|expect\\(\\.\\.\\.\\)\\.(?:${chainWords}) is not a function`,
);

/** The equivalent of a missing name here; undefined if no tool has that name. */
const findAdvice = (message: string): string | undefined => {
  const [, name] = /^ReferenceError: ([\w$]+) is not defined/.exec(message) ?? [];
  if (name !== undefined) return getOwnValue(names, name);
  const [, path = ''] = /^TypeError: ([\w$.]+) is not a function/.exec(message) ?? [];
  const found = getOwnValue(methods, path) ?? getOwnValue(methods, path.replace(/^re[qs]\.env\./, 'env.'));
  return found ?? (ofChai.test(message) ? `expect has no chains as in chai; ${expectations}` : undefined);
};

const explainMessage = (message: string): string => {
  const advice = findAdvice(message);
  return advice === undefined ? message : `${message}: ${advice}`;
};

/** A script error, with the equivalent of another tool's name added. */
export const explainError = <E extends Pick<ScriptError, 'message'>>(error: E): E => ({
  ...error,
  message: explainMessage(error.message),
});

/** A handler's answer with explained errors, including those of its tests. */
export const explainAnswer = (answer: GuestAnswer): GuestAnswer => ({
  ...answer,
  error: answer.error && explainError(answer.error),
  tests: answer.tests.map((test) =>
    test.error === null ? test : { ...test, error: explainError(test.error) },
  ),
});
