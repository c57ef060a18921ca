import { type AppResult, RequestId, workspaceRef, DryRun } from '@tandem/core';
import { withDescription, struct, t } from '@tandem/core/codec';

import type { CallContext } from '../call-context.js';
import { dryRunRequest } from '../executions/dry-run.js';
import { operation, readEffects } from '../operation.js';

export const PreviewRequestArguments = struct(
  'requests_preview arguments',
  { id: withDescription(RequestId, 'The request') },
  { workspaceId: workspaceRef, reveal: withDescription(t.boolean, 'Show secrets; default false') },
);
export type PreviewRequestArguments = t.TypeOf<typeof PreviewRequestArguments>;

/**
 * Shows the request as Send would send it now: a dry run that may show secrets to a person. It runs `onRequest`, so it can take as long as
 * that script.
 */
export const requestsPreview = operation({
  name: 'requests_preview',
  title: 'Preview a request',
  description:
    'Returns the request that would be sent, after variables, auth and onRequest, and sends nothing.',
  audience: 'person',
  arguments: PreviewRequestArguments,
  result: DryRun,
  effects: readEffects,
  useCase: 'requests.preview',
  run:
    ({ ports }) =>
    (input: PreviewRequestArguments, call: CallContext): AppResult<DryRun> =>
      dryRunRequest(ports)(input, call),
});
