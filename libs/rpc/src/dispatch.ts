import type { Application, CallContext, UseCases } from '@tandem/application';
import type { AppError } from '@tandem/core';
import { decode, type t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { confidentially } from './confidential.js';
import { markRefused } from './hidden-marks.js';
import type { AnyMethod } from './table.js';

const useCasesFor = (application: Application, { by }: CallContext): UseCases =>
  by === undefined ? application : application.as(by);

const plainly =
  (application: Application, method: AnyMethod) =>
  (params: unknown, context: CallContext): TE.TaskEither<AppError, unknown> =>
    pipe(
      TE.fromEither(decode(method.params as t.Type<unknown>)(params ?? {})),
      TE.mapLeft((issues): AppError => ({ kind: 'invalid-input', issues })),
      TE.flatMap((decoded) => method.handle(useCasesFor(application, context))(decoded as never, context)),
      TE.map((result): unknown => method.result.encode(result)),
    );

/** A method bound to an application. */
export type Dispatched = (params: unknown, context: CallContext) => TE.TaskEither<AppError, unknown>;

/** Decode, handle, encode, and hide secrets from who must not see them: the one path that every caller takes. */
export const dispatch = (application: Application, method: AnyMethod): Dispatched => {
  const call = plainly(application, method);
  const refusing: Dispatched = (params, context) => {
    const refused = method.effects.readOnly ? undefined : markRefused(params);
    return refused === undefined ? call(params, context) : TE.left(refused);
  };
  const hiding = confidentially(application, method, refusing);
  return (params, context) => (context.hidesSecrets ? hiding(params, context) : call(params, context));
};
