import type { GraphqlSchemas } from '@tandem/core';

import { cutSchema } from './cut-schema.js';
import { readSdl } from './schema-answer.js';

/** Reads schemas in the calling thread. */
export const readSchemas: GraphqlSchemas = {
  read: (answer) => () => readSdl(answer),
  cut: (sdl, part, maxBytes) => () => cutSchema(sdl, part, maxBytes),
};
