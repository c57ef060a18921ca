import type { NewActivity } from '../activity/activity.js';
import type { Environment } from '../environments/environment.js';
import { type Folder, folderDefaults } from '../folders/folder.js';
import { graphqlDefaults, type GraphqlRequest } from '../requests/graphql-request.js';
import type {
  EnvironmentId,
  ExecutionId,
  FolderId,
  GraphqlRequestId,
  RestRequestId,
  WorkspaceId,
} from '../ids.js';
import type { JarCookie } from '../cookies/jar-cookie.js';
import type { AuthToken } from '../auth/auth.js';
import type { Origins } from '../executions/execution.js';
import { restDefaults, type RestRequest } from '../requests/rest-request.js';
import { countRun } from '../runs/run-counts.js';
import type { RunEntry, RunReport } from '../runs/run.js';
import type { SentRequest, StoredExecution } from '../executions/stored-execution.js';
import type { Workspace } from '../workspaces/workspace.js';
import type { CookieJar } from '../ports/http.js';
import { createCountingIds } from './fixed-ambient.js';

/** The creation time of all samples. */
export const sampleTime = '2026-01-02T03:04:05.678Z';

const times = { createdAt: sampleTime, updatedAt: sampleTime };
// The numbers are far from the ids that an application under test generates.
const ids = createCountingIds(36 ** 8);

/** Creates a workspace with its own id and path. */
export const sampleWorkspace = (more: Partial<Workspace> = {}): Workspace => {
  const id = `ws_${ids.next()}` as WorkspaceId;
  const path = `/srv/${id}`;
  return {
    id,
    name: 'Payments',
    path,
    activeEnvironmentId: null,
    ...times,
    lastOpenedAt: sampleTime,
    ...more,
  };
};

/** Creates an environment of `workspaceId` with its own id. */
export const sampleEnvironment = (
  workspaceId: WorkspaceId,
  more: Partial<Environment> = {},
): Environment => ({
  id: `env_${ids.next()}` as EnvironmentId,
  workspaceId,
  name: 'Default',
  color: '',
  description: '',
  extends: '',
  variables: [],
  secrets: [],
  guard: null,
  proposedGuard: null,
  revision: 1,
  ...times,
  ...more,
});

/** Creates a REST request of `workspaceId` with its own id. */
export const sampleRequest = (workspaceId: WorkspaceId, more: Partial<RestRequest> = {}): RestRequest => ({
  ...restDefaults,
  id: `rest_${ids.next()}` as RestRequestId,
  workspaceId,
  name: 'Get a payment',
  url: 'https://api.example.com/payments/:id',
  revision: 1,
  ...times,
  ...more,
});

/** Creates a GraphQL request of `workspaceId` with its own id. */
export const sampleGraphqlRequest = (
  workspaceId: WorkspaceId,
  more: Partial<GraphqlRequest> = {},
): GraphqlRequest => ({
  ...graphqlDefaults,
  id: `gql_${ids.next()}` as GraphqlRequestId,
  workspaceId,
  name: 'Find a payment',
  url: 'https://api.example.com/graphql',
  query: 'query Find($id: ID!) { payment(id: $id) { amount } }',
  revision: 1,
  ...times,
  ...more,
});

/** Creates a folder of `workspaceId` with its own id. */
export const sampleFolder = (workspaceId: WorkspaceId, more: Partial<Folder> = {}): Folder => ({
  id: `fold_${ids.next()}` as FolderId,
  workspaceId,
  ...folderDefaults,
  path: 'Payments',
  seq: null,
  revision: 1,
  ...times,
  ...more,
});

const none = { success: true, error: null, result: null };

/** A sent request. */
const sampleSentRequest: SentRequest = {
  headers: [{ name: 'accept', value: '*/*' }],
  body: { type: 'multipart', parts: [{ name: 'a', value: 'b', isFile: false }] },
};

/** The sources of the parts of the sent request. */
const origins: Origins = {
  'headers.accept': [{ from: 'request', shadowed: ['folder:A'] }],
  'body.a': [{ from: 'request' }, { token: 'a', from: 'unresolved', near: ['b'] }],
};

/** Creates an execution of a request that timed out. For `rest_sent`, it also contains the request that was sent. */
export const sampleExecution = (workspaceId: WorkspaceId, requestId = 'rest_a'): StoredExecution => {
  const id = `exec_${ids.next()}` as ExecutionId;
  const request = { id: requestId, name: 'R', method: 'GET', url: 'http://h/' };
  return {
    workspaceId,
    contentType: 'text/plain',
    summary: {
      id,
      kind: 'rest',
      requestId,
      name: 'R',
      method: 'GET',
      url: 'http://h/',
      status: null,
      error: 'TIMEOUT',
      testsPassed: 0,
      testsFailed: 0,
      startedAt: sampleTime,
      durationMs: 1.5,
    },
    result: {
      executionId: id,
      request,
      response: null,
      error: { code: 'TIMEOUT', message: 'late' },
      lifecycle: {
        preRequest: none,
        postResponse: none,
        tests: { summary: { success: true, error: null, result: { testResults: [] } }, results: [] },
        mocked: false,
      },
      diagnostics: [],
      logs: [],
    },
    ...(requestId === 'rest_sent' ? { sent: sampleSentRequest, origins } : {}),
  };
};

/** Creates an entry of the activity: somebody changed a request. */
export const sampleActivity = (
  workspaceId: WorkspaceId,
  more: Partial<NewActivity['activity']> = {},
): NewActivity => ({
  activity: {
    workspaceId,
    at: sampleTime,
    entity: 'rest',
    entityId: 'rest_0',
    name: 'Get a payment',
    op: 'updated',
    fields: [],
    ...more,
  },
  restores: null,
});

/** Creates a session cookie of one host. */
export const sampleCookie = (more: Partial<JarCookie> = {}): JarCookie => ({
  name: 'a',
  value: '1',
  domain: 'h.example',
  path: '/',
  hostOnly: true,
  secure: false,
  httpOnly: false,
  createdAt: sampleTime,
  ...more,
});

/** Creates a non-expiring token without a refresh token. */
export const sampleToken = (more: Partial<AuthToken> = {}): AuthToken => ({
  key: 'k1',
  label: 'client_credentials',
  accessToken: 'sample-access-token',
  obtainedAt: sampleTime,
  ...more,
});

/** Creates a jar that never has a cookie, for test transports. */
export const createEmptyJar = (): CookieJar => ({
  sentTo: () => [],
  receive: () => undefined,
  all: () => [],
  edit: () => undefined,
  takeChanges: () => ({ set: [], removed: [] }),
});

/** Creates a run report with its own id. */
export const sampleRun = (more: Partial<RunReport> = {}): RunReport => {
  const requests: readonly RunEntry[] = [
    {
      id: 'rest_1',
      kind: 'rest',
      name: 'Get ü',
      path: 'users/Get ü',
      folder: 'users',
      environment: null,
      iteration: 1,
      row: { n: 1 },
      outcome: 'failed',
      status: 200,
      timeMs: 1.5,
      size: 3,
      attempts: 2,
      tests: [{ name: 't', suite: [], status: 'failed', durationMs: 1 }],
      failedTests: [{ name: 't', suite: [], message: 'no', expected: 1, actual: null, line: 3, column: 1 }],
      error: null,
      executionId: 'exec_1',
    },
  ];
  return {
    format: 1,
    id: `run_${ids.next()}`,
    workspace: 'W',
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 12,
    plan: { requests: 1, iterations: 1, environments: ['Dev', null], parallel: 1, requireTests: false },
    ...countRun(requests, false),
    requests,
    ...more,
  };
};
