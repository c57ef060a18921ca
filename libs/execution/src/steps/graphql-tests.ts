import { listGraphqlErrors, type TestResult } from '@tandem/core';

import type { ExecutionContext } from '../execution-state.js';
import type { ReceivedResponse } from '../result/received-response.js';

/** The name of the test that a setting adds to GraphQL requests. */
const testName = 'has no GraphQL errors';

/** The extra test of a GraphQL request with the setting `failOnGraphqlErrors`, besides those of its scripts. */
export const createGraphqlTests = (
  { request: { body, settings } }: ExecutionContext,
  { report }: ReceivedResponse,
): readonly TestResult[] => {
  if (body.type !== 'graphql' || settings.failOnGraphqlErrors !== true) return [];
  const errors = listGraphqlErrors(report.text);
  const error = errors.length === 0 ? null : { message: errors.join('\n') };
  const status = error === null ? 'passed' : 'failed';
  return [{ name: testName, suite: [], status, durationMs: 0, error }];
};
