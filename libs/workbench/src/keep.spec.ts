import { describe, expect, it } from 'vitest';

import { keepFromEnvironment } from './keep.js';

describe('limits of stored executions', () => {
  it.each([
    [{}, 200, 1_048_576],
    [{ TANDEM_EXECUTIONS_KEPT: '0', TANDEM_EXECUTION_BODY_BYTES: '10' }, 0, 10],
    [{ TANDEM_EXECUTIONS_KEPT: '999999', TANDEM_EXECUTION_BODY_BYTES: '999999999' }, 10_000, 52_428_800],
    [{ TANDEM_EXECUTIONS_KEPT: 'many', TANDEM_EXECUTION_BODY_BYTES: '-1' }, 200, 1_048_576],
  ])('with %o are %i executions of %i bytes', (env, executions, bodyBytes) => {
    expect(keepFromEnvironment(env)).toEqual({ executions, bodyBytes });
  });
});
