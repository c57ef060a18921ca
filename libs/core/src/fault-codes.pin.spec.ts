import { expect, it } from 'vitest';

import { faultCodes } from './executions/execution.js';

it('an execution fails only with one of these error codes', { tags: 'result:error' }, () => {
  expect([...faultCodes].sort()).toEqual([
    'APPROVAL_NEEDED',
    'AUTH_FAILED',
    'AUTH_INVALID',
    'AUTH_UNSUPPORTED',
    'BODY_INVALID',
    'BUSY',
    'CANCELLED',
    'CONNECTION_NOT_APPROVED',
    'ENV_FILE_INVALID',
    'FILE_NOT_FOUND',
    'FILE_REFUSED',
    'GUARD_DENIED',
    'HEADER_INVALID',
    'METHOD_INVALID',
    'NEED_FAILED',
    'NETWORK_ERROR',
    'OWN_SERVER_REFUSED',
    'PATH_PARAM_MISSING',
    'PROXY_ERROR',
    'RATE_LIMITED',
    'RESPONSE_TOO_LARGE',
    'SCRIPT_ERROR',
    'SCRIPT_HOST_ENDED',
    'SCRIPT_MEMORY',
    'SCRIPT_TIMEOUT',
    'SECRET_EMPTY',
    'SECRET_HOST_REFUSED',
    'SKIPPED',
    'TIMEOUT',
    'TLS_ERROR',
    'TLS_UNVERIFIED_REFUSED',
    'TOO_MANY_REDIRECTS',
    'UNRESOLVED_VARIABLE',
    'URL_INVALID',
    'URL_MISSING',
    'VARIABLE_CYCLE',
  ]);
});
