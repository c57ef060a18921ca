import type {
  ExecutionFault,
  JarCookie,
  OutgoingBody,
  OutgoingRequest,
  Ports,
  SentCookie,
  Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import { toOutgoingRequest, type ExecutionState } from '@tandem/execution';

type PreparedRequest = ExecutionState['prepared'];

interface CheckContext {
  readonly workspace: Workspace;
  readonly jar: readonly JarCookie[];
}

const measureBody = (body: OutgoingBody): number => {
  switch (body.kind) {
    case 'none':
      return 0;
    case 'text':
      return body.text.length;
    case 'bytes':
      return body.bytes.length;
    case 'multipart':
      return body.parts.reduce(
        (size, part) => size + ('bytes' in part ? part.bytes.length : part.value.length),
        0,
      );
  }
};

export interface CheckedRequest {
  /** The size of the body in bytes. */
  readonly size: number;
  /** The cookies of the jar that Send would add. */
  readonly cookies: readonly SentCookie[];
}

/** Checks a request as Send does. Returns the request, or why Send would refuse it. */
export const checkCopiedRequest = (
  ports: Ports,
  { workspace, jar }: CheckContext,
  prepared: PreparedRequest,
): TE.TaskEither<ExecutionFault, CheckedRequest> =>
  pipe(
    toOutgoingRequest({ ports, workspace }, prepared),
    TE.tap((request: OutgoingRequest) => ports.http.write(request, {})),
    TE.map(({ body, url }) => ({ size: measureBody(body), cookies: ports.http.openJar(jar).sentTo(url) })),
  );
