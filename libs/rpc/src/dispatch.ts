import type { AppError, Application, CallContext, UseCases } from '@tandem/core';
import { decode, type t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import type { AnyMethod } from './table.js';

const useCasesFor = (application: Application, { by }: CallContext): UseCases =>
  by === undefined ? application : application.as(by);

/** Decode, handle, encode: the one path that every caller takes. */
export const dispatch =
  (application: Application, method: AnyMethod) =>
  (params: unknown, context: CallContext): TE.TaskEither<AppError, unknown> =>
    pipe(
      TE.fromEither(decode(method.params as t.Type<unknown>)(params ?? {})),
      TE.mapLeft((issues): AppError => ({ kind: 'invalid-input', issues })),
      TE.flatMap((decoded) => method.handle(useCasesFor(application, context))(decoded as never, context)),
      TE.map((result): unknown => method.result.encode(result)),
    );
