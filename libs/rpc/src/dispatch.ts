import type { Application, CallContext, UncheckedCall, UseCases } from '@tandem/application';
import type { AppError } from '@tandem/core';
import { decode, type t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { hideSecrets } from './confidential.js';
import { markRefused } from './hidden-marks.js';
import type { AnyMethod } from './table.js';

const useCasesFor = (application: Application, context: CallContext): UseCases => {
  const { by, kind, session } = context;
  return by === undefined ? application : application.as({ by, kind, session }, context);
};

const decodeAndHandle = (application: Application, method: AnyMethod): UncheckedCall =>
  'bind' in method
    ? application.perform(method)
    : (params, context) =>
        pipe(
          TE.fromEither(decode(method.arguments as t.Type<unknown>)(params ?? {})),
          TE.mapLeft((issues): AppError => ({ kind: 'invalid-input', issues })),
          TE.flatMap((decoded) =>
            method.handle(useCasesFor(application, context))(decoded as never, context),
          ),
          TE.map((result): unknown => method.result.encode(result)),
        );

/** Decodes, handles, encodes, and hides secrets from callers that must not see them. Every call passes through it. */
export const dispatch = (application: Application, method: AnyMethod): UncheckedCall => {
  const call = decodeAndHandle(application, method);
  const refusing: UncheckedCall = (params, context) => {
    const refused = method.effects.readOnly ? undefined : markRefused(params);
    return refused === undefined ? call(params, context) : TE.left(refused);
  };
  const hiding = hideSecrets(application, method, refusing);
  return (params, context) => (context.hidesSecrets ? hiding(params, context) : call(params, context));
};
