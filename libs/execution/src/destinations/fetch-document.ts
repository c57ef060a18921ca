import { type ExecutionFault, type IncomingResponse, timeoutLimits } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { connectTo, type loadTlsOptions } from './connect.js';
import type { SendContext } from './guard.js';
import { listEnvironmentSecrets } from '../filling/scope.js';
import { defaultRedirects } from '../steps/send.js';
import { checkUrl } from '../filling/target.js';
import { formatUserAgent } from '../filling/headers.js';

/** A document that a person specifies by its URL. */
interface DocumentRequest {
  readonly url: string;
  /** Maximum size of the decoded document, in bytes. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Asks servers that offer several formats for JSON or YAML. */
const accept = 'application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.5';

/** Fetches a document with the connection settings and the timeout of the workspace, but without its auth, headers and cookies. */
export const fetchDocument = (
  context: Parameters<typeof loadTlsOptions>[0] & SendContext,
  { url, maxBytes, signal }: DocumentRequest,
): TE.TaskEither<ExecutionFault, IncomingResponse> =>
  pipe(
    TE.Do,
    TE.bind('target', () => TE.fromEither(checkUrl(url))),
    TE.bind('connected', ({ target }) => connectTo(context, target, listEnvironmentSecrets(context))),
    TE.flatMap(({ target, connected }) => {
      const share = context.ports.bodies.open();
      const send = context.ports.http.send(
        {
          method: 'GET',
          url: target,
          headers: [
            ['accept', accept],
            ['user-agent', formatUserAgent(context.ports)],
          ],
          body: { kind: 'none' },
        },
        {
          timeoutMs: context.request.settings.timeoutMs ?? timeoutLimits.default,
          followRedirects: true,
          maxRedirects: defaultRedirects,
          maxBytes,
          signal,
          share,
          ...connected,
        },
      );
      return pipe(
        () => send().finally(() => share.release()),
        TE.mapLeft(({ fault }) => fault),
      );
    }),
  );
