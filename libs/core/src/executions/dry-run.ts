import { Int, oneOf, struct, t } from '../codec/index.js';
import { Diagnostic, ExecutionFault, LogLine, Origins, UsedEnvironment } from './execution.js';

/** The request that an execution would send, in the form that HTTP/1.1 would write to the connection. */
export const DryRun = struct('a dry run', {
  dryRun: t.literal(true),
  request: struct(
    'the request as it would be sent',
    {
      id: t.string,
      name: t.string,
      method: t.string,
      url: t.string,
      /** In sending order. */
      headers: t.readonlyArray(struct('a header', { name: t.string, value: t.string })),
      /** The body, or its beginning; null if there is none. */
      body: t.union([t.string, t.null], 'a text or null'),
      /** Size of the whole body, in bytes. */
      size: Int,
    },
    {
      /** The encoding of `body` if it is not text. */
      encoding: oneOf('base64'),
      bodyTruncated: t.literal(true),
    },
  ),
  /** Whether a script answers the request itself, so that nothing would be sent. */
  mocked: t.boolean,
  /** Why the request would not be sent; null if it would be sent. */
  error: t.union([ExecutionFault, t.null], 'a fault or null'),
  origins: Origins,
  diagnostics: t.readonlyArray(Diagnostic),
  logs: t.readonlyArray(LogLine),
  environment: UsedEnvironment,
});
export type DryRun = t.TypeOf<typeof DryRun>;
