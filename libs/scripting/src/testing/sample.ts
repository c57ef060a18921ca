import type {
  AnswerScriptCall,
  ForeignEnvironment,
  ScriptEnvironment,
  ScriptRequest,
  ScriptResponse,
  ScriptRuntime,
  ScriptSession,
} from '@tandem/core';

/** The request that tests pass to handlers. */
export const sampleRequest: ScriptRequest = {
  id: 'rest_1',
  name: 'One',
  url: 'http://h/x',
  method: 'GET',
  headers: [['X-One', '1']],
  body: null,
  pathParams: { id: '7' },
  queryParams: { q: ['a', 'b'] },
  variables: { v: 1 },
};

/** The response to {@link sampleRequest}. */
export const sampleResponse: ScriptResponse = {
  status: 200,
  statusText: 'OK',
  headers: [['content-type', 'application/json']],
  cookies: [],
  time: 1.5,
  size: 9,
  url: 'http://h/x',
  body: '{"a":[1]}',
  mocked: false,
};

export const sampleEnvironment: ScriptEnvironment = {
  name: 'Default',
  variables: { base: 'x' },
  secrets: { token: 's3cret' },
  workspace: 'ws_sample',
};

/** A time limit for tests that do not measure wall-clock time, in milliseconds. A busy machine may delay a handler. */
export const patientMs = 30_000;

/** Runs the handlers of a script in the sample environment. */
export const sampleRuns = (runtime: ScriptRuntime, answer?: AnswerScriptCall) => {
  const within = <A>(
    script: string,
    use: (session: ScriptSession) => Promise<A>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<A> => runtime.withSession(script, sampleEnvironment, signal, use, answer);
  return {
    within,
    onRequest: (body: string) =>
      within(`export async function onRequest(req) { ${body} }`, (s) => s.onRequest(sampleRequest)),
    onTest: (body: string) =>
      within(`export async function onTest(req, res) { ${body} }`, (s) =>
        s.onTest(sampleRequest, sampleResponse),
      ),
  };
};

/** The data that scripts of other tools can read. */
export const sampleForeign: ForeignEnvironment = {
  collection: {},
  folder: {},
  request: {},
  kept: [],
  collectionName: 'Sample',
  location: ['Sample', 'One'],
  cwd: '/sample',
  tags: ['one'],
  auth: 'none',
  timeoutMs: null,
  isSequential: false,
  globals: {},
  processVariables: {},
};
