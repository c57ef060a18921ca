import {
  type AnswerScriptCall,
  createCallSecrets,
  type EnvironmentChange,
  type ExecutionResult,
  type OAuth2,
  type Pair,
  type Ports,
  type ScriptCall,
  type ScriptRequest,
} from '@tandem/core';
import { TE } from '@tandem/core/fp';
import { sampleCookie, sampleToken, unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { createApplication, createQuietContext } from '../application.js';
import type { CreateRest } from '../requests/request-arguments.js';
import { createPlannedApplication, type PlannedApplication } from '../testing/index.js';
import type { ExecuteRestArguments } from './execute-arguments.js';

const secretChange = (name: string, value: string) => ({ kind: 'secret', name, value }) as const;
const header = (name: string, value: string): Pair => ({ name, value, enabled: true });

const changeEnvironment = async (
  { store, workspace }: PlannedApplication,
  ...changes: readonly EnvironmentChange[]
): Promise<void> => {
  await unwrapResult(
    store.environments.change(
      workspace.id,
      workspace.activeEnvironmentId!,
      changes,
      '2026-01-01T00:00:00.000Z',
    ),
  );
};

/** An execution that uses a secret from one of the sources. */
interface Arrangement {
  readonly ports?: Partial<Ports>;
  readonly request?: Partial<CreateRest>;
  readonly input?: Omit<ExecuteRestArguments, 'id'>;
}

/** A way in which an execution gets a secret. The value is `hunter-22` unless the source creates it. */
interface Source {
  readonly title: string;
  readonly value?: string;
  readonly arrange: (planned: PlannedApplication) => Promise<Arrangement> | Arrangement;
}

const issuedToken = sampleToken({ accessToken: 'issued-by-server' });
const renewedToken = sampleToken({ accessToken: 'renewed-by-server', refreshToken: 'refreshed-by-server' });
const tokenStep = { step: 'token', method: 'POST', url: 'http://a/t', status: 200, durationMs: 1 } as const;

/** A token source with one token. It issues another after the first was forgotten. */
const createOAuth2 = (): OAuth2 => {
  let isRefused = false;
  return {
    token: () =>
      TE.right(isRefused ? { token: renewedToken, steps: [tokenStep] } : { token: issuedToken, steps: [] }),
    findFresh: () => TE.right(null),
    forget: () => {
      isRefused = true;
      return TE.right(undefined);
    },
    begin: () => TE.right({ token: issuedToken, steps: [] }),
    finish: () => TE.right({ token: issuedToken, steps: [] }),
  };
};

const auth = {
  type: 'oauth2',
  grant: 'client_credentials',
  accessTokenUrl: 'http://auth.example/token',
  clientId: 'c',
} as const;

/** Does something while the script of a request runs. */
const inScriptOf = (
  { plan }: PlannedApplication,
  name: string,
  work: (handler: string, call: AnswerScriptCall) => Promise<unknown>,
): void => {
  const before = plan.calling;
  plan.calling = async (handler: string, request: ScriptRequest, call: AnswerScriptCall) => {
    await before(handler, request, call);
    if (request.name === name) await work(handler, call);
  };
};

/** A request whose script sets a secret when the response arrives. */
const createLogin = (planned: PlannedApplication) => {
  inScriptOf(planned, 'login', (handler) => {
    planned.plan.onResponse = handler === 'onResponse' ? { changes: [secretChange('NEW', 'hunter-22')] } : {};
    return Promise.resolve();
  });
  inScriptOf(planned, 'R', () => {
    planned.plan.onResponse = {};
    return Promise.resolve();
  });
  return planned.createRest({ name: 'login', url: 'http://h/login' });
};

const letScriptCall = async (planned: PlannedApplication, call: ScriptCall): Promise<void> => {
  await unwrapResult(planned.application.scriptSending.decide({ allow: true }));
  inScriptOf(planned, 'R', (handler, answer) =>
    handler === 'onRequest' ? answer(call, new AbortController().signal) : Promise.resolve(),
  );
};

/** Makes a script of another tool set variables and secrets before the variables of the request are substituted. */
const setBeforeRequest = (
  { ports: { scripts } }: PlannedApplication,
  ...changes: readonly EnvironmentChange[]
): Arrangement => ({
  ports: {
    scripts: {
      ...scripts,
      withSession: (all, environment, signal, use, call) =>
        scripts.withSession(
          all,
          environment,
          signal,
          (session) =>
            use({
              ...session,
              beforeRequest: (request) =>
                Promise.resolve({
                  present: true,
                  error: null,
                  result: null,
                  logs: [],
                  diagnostics: [],
                  ...{ request, changes, locals: {} },
                }),
            }),
          call,
        ),
    },
  },
  request: { foreign: { dialect: 'postman', beforeRequest: 'first()' }, headers: [header('x', '{{KEY}}')] },
});

const sources: readonly Source[] = [
  {
    title: 'the environment',
    arrange: async (planned) => {
      await changeEnvironment(planned, secretChange('KEY', 'hunter-22'));
      return {};
    },
  },
  {
    title: 'a template in the environment',
    arrange: async (planned) => {
      const who = { kind: 'variable', name: 'WHO', value: '22' } as const;
      await changeEnvironment(planned, secretChange('KEY', 'hunter-{{WHO}}'), who);
      return { request: { headers: [header('x', '{{KEY}}')] } };
    },
  },
  {
    title: 'a template that a variable of the call completes',
    arrange: async (planned) => {
      await changeEnvironment(planned, secretChange('KEY', 'hunter-{{WHO}}'));
      return { request: { headers: [header('x', '{{KEY}}')] }, input: { variables: { WHO: '22' } } };
    },
  },
  {
    title: 'a template that a script of another tool completes',
    arrange: async (planned) => {
      await changeEnvironment(planned, secretChange('KEY', 'hunter-{{WHO}}'));
      return setBeforeRequest(planned, { kind: 'variable', name: 'WHO', value: '22' });
    },
  },
  {
    title: 'a script of another tool',
    arrange: (planned) => setBeforeRequest(planned, secretChange('KEY', 'hunter-22')),
  },
  {
    title: 'the process',
    arrange: async (planned) => {
      await changeEnvironment(planned, secretChange('KEY', ''));
      planned.plan.outside = { KEY: 'hunter-22' };
      planned.plan.allowed = ['KEY'];
      return {};
    },
  },
  {
    title: 'a variable of the process that scripts may read',
    arrange: () => ({ ports: { processVariables: () => ({ 'process.env.KEY': 'hunter-22' }) } }),
  },
  {
    title: 'the secret command',
    arrange: async (planned) => {
      await changeEnvironment(planned, secretChange('KEY', ''));
      const decision = { name: 'KEY', allowed: true };
      await unwrapResult(planned.store.givenSecrets.decide(planned.workspace.id, decision));
      return {
        ports: {
          secretProvider: {
            isOn: () => Promise.resolve(true),
            read: () => Promise.resolve({ value: 'hunter-22' }),
            all: () => [],
          },
        },
      };
    },
  },
  {
    title: 'the auth of a folder',
    value: btoa('me:hunter-22'),
    arrange: async (planned) => {
      await changeEnvironment(planned, secretChange('KEY', 'hunter-22'));
      const folder = { path: 'F', auth: { type: 'basic', username: 'me', password: '{{KEY}}' } } as const;
      await unwrapResult(planned.application.folders.create(folder));
      return { request: { folder: 'F' } };
    },
  },
  {
    title: 'a token of an authorization server',
    value: issuedToken.accessToken,
    arrange: () => ({ ports: { oauth2: createOAuth2() }, request: { auth } }),
  },
  {
    title: 'a token that a request uses as a variable',
    value: issuedToken.accessToken,
    arrange: () => ({
      ports: { oauth2: createOAuth2() },
      request: { auth: { ...auth, sendIn: 'variable' }, headers: [header('x', '{{access_token}}')] },
    }),
  },
  ...['access', 'refresh'].map((kind): Source => ({
    title: `a renewed ${kind} token`,
    value: kind === 'access' ? renewedToken.accessToken : (renewedToken.refreshToken ?? ''),
    arrange: ({ plan }) => {
      plan.response = { status: 401 };
      return { ports: { oauth2: createOAuth2() }, request: { auth } };
    },
  })),
  {
    title: 'a token that is signed',
    value: 'signed-token-22',
    arrange: () => ({
      ports: { signJwt: () => TE.right('signed-token-22') },
      request: { auth: { type: 'jwt', algorithm: 'HS256', secret: 's', claims: '{}' } },
    }),
  },
  ...(['onRequest', 'onResponse', 'onTest'] as const).map((handler): Source => ({
    title: `a script in ${handler}`,
    arrange: ({ plan }) => {
      plan[handler] = { changes: [secretChange('NEW', 'hunter-22')] };
      return {};
    },
  })),
  {
    title: 'a dependency',
    arrange: async (planned) => ({ request: { needs: [await createLogin(planned)] } }),
  },
  {
    title: 'a dependency without an environment',
    arrange: async (planned) => ({
      request: { needs: [await createLogin(planned)] },
      input: { environment: null },
    }),
  },
  {
    title: 'a dependency of a dependency',
    arrange: async (planned) => {
      const login = await createLogin(planned);
      const setup = await planned.createRest({ name: 'setup', needs: [login], script: '' });
      return { request: { needs: [setup] } };
    },
  },
  {
    title: 'a token of a dependency',
    value: issuedToken.accessToken,
    arrange: async (planned) => {
      const login = await planned.createRest({ name: 'login', auth });
      return { ports: { oauth2: createOAuth2() }, request: { needs: [login] } };
    },
  },
  {
    title: 'a request that a script executes',
    arrange: async (planned) => {
      const request = await createLogin(planned);
      await letScriptCall(planned, { kind: 'execute', request, changes: [] });
      return {};
    },
  },
  {
    title: 'a request that a script sends with a token',
    value: issuedToken.accessToken,
    arrange: async (planned) => {
      await letScriptCall(planned, {
        ...{ kind: 'send', url: 'http://h/other', method: 'GET', headers: [], body: { type: 'none' } },
        changes: [],
        auth,
      });
      return { ports: { oauth2: createOAuth2() } };
    },
  },
  {
    title: 'a change that a script makes before it executes a request',
    arrange: async (planned) => {
      const request = await planned.createRest({ name: 'other', url: 'http://h/other' });
      const changes = [secretChange('NEW', 'hunter-22')];
      await letScriptCall(planned, { kind: 'execute', request, changes });
      return {};
    },
  },
  {
    title: 'a cookie that somebody else received',
    value: 'c2Vzc2lvbi1vZi1zb21lYm9keQ',
    arrange: async ({ store, workspace }) => {
      const cookie = sampleCookie({ value: 'c2Vzc2lvbi1vZi1zb21lYm9keQ', receivedBy: 'window' });
      await unwrapResult(
        store.cookies.change(workspace.id, workspace.activeEnvironmentId, { set: [cookie], removed: [] }),
      );
      return {};
    },
  },
];

/** Executes a request for an agent. The response, the scripts and the errors all contain `value`. */
const executeQuoting = async (
  { value = 'hunter-22', arrange }: Source,
  quote: (planned: PlannedApplication, text: string) => void,
) => {
  const planned = await createPlannedApplication();
  const { ports = {}, request, input } = await arrange(planned);
  quote(planned, `a ${value} b`);
  const application = createApplication({ ...planned.ports, ...ports });
  const id = await planned.createRest(request);
  const secrets = createCallSecrets();
  const context = { ...createQuietContext(), redactsSecrets: true, by: 'mcp', secrets };
  const result = await unwrapResult<ExecutionResult>(application.rest.execute({ id, ...input }, context));
  const { workspace, store } = planned;
  const stored = await unwrapResult(store.executions.get(workspace.id, result.executionId));
  const body = await unwrapResult(store.executions.body(workspace.id, result.executionId));
  return {
    result,
    shown: JSON.stringify([result, stored, body === null ? null : new TextDecoder().decode(body.bytes)]),
    redactor: secrets.redactor(),
    value,
  };
};

describe.each(sources)('a secret from $title', (source) => {
  it('is redacted in the response and in the history', async () => {
    const { result, shown, value } = await executeQuoting(source, ({ plan }, text) => {
      plan.response = {
        ...plan.response,
        body: new TextEncoder().encode(text),
        headers: [
          ['content-type', 'text/plain'],
          ['x-quoted', text],
        ],
      };
      plan.onTest = { ...plan.onTest, logs: [{ level: 'log', message: text }] };
    });
    expect(result.error).toBeNull();
    expect(result.logs).toHaveLength(1);
    expect(shown).not.toContain(value);
  });

  it('is redacted in an error of a script', async () => {
    const { shown, value } = await executeQuoting(source, ({ plan }, text) => {
      plan.onTest = { ...plan.onTest, error: { code: 'SCRIPT_ERROR', message: text } };
    });
    expect(shown).toContain('SCRIPT_ERROR');
    expect(shown).not.toContain(value);
  });

  it('is reported to the caller, so that it can be redacted outside the result too', async () => {
    const { redactor, value } = await executeQuoting(source, () => undefined);
    expect(redactor.text(`a ${value} b`)).not.toContain(value);
  });
});
