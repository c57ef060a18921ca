import { type AppResult, type DryRun, type Ports, RequestId, workspaceRef } from '@tandem/core';
import { withDescription, struct, t } from '@tandem/core/codec';

import type { CallContext } from '../call-context.js';
import { dryRun, type DryRunCall } from '../executions/dry-run.js';

export const PreviewRequest = struct(
  'requests_preview arguments',
  { id: withDescription(RequestId, 'The request') },
  { workspaceId: workspaceRef, reveal: withDescription(t.boolean, 'Default false; show secrets') },
);
export type PreviewRequest = t.TypeOf<typeof PreviewRequest>;

/** The request as Send would send it now: a dry run, in which a person may look at secrets. */
export const previewRequest =
  (ports: Ports) =>
  (input: PreviewRequest, call: CallContext): AppResult<DryRun> =>
    dryRun(ports)(input as DryRunCall, call);
