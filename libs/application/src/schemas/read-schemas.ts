import type { GraphqlSchemas } from '@tandem/core';

import { cutSchema } from './cut-schema.js';
import { readSdl } from './schema-answer.js';

/** Reads schemas in the thread that it is called in. */
export const readSchemas: GraphqlSchemas = {
  read: (answer) => () => readSdl(answer),
  cut: (sdl, part, maxBytes) => () => cutSchema(sdl, part, maxBytes),
};
