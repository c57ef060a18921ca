import type { Application, UncheckedCall } from '@tandem/application';
import { TE } from '@tandem/core/fp';

import { hideSecrets } from './confidential.js';
import { markRefused } from './hidden-marks.js';
import type { AnyMethod } from './table.js';

/** Decodes, handles, encodes, and hides secrets from callers that must not see them. Every call passes through it. */
export const dispatch = (application: Application, method: AnyMethod): UncheckedCall => {
  const call = application.perform(method);
  const refusing: UncheckedCall = (params, context) => {
    const refused = method.effects.readOnly ? undefined : markRefused(params);
    return refused === undefined ? call(params, context) : TE.left(refused);
  };
  const hiding = hideSecrets(application, method, refusing);
  return (params, context) => (context.hidesSecrets ? hiding(params, context) : call(params, context));
};
