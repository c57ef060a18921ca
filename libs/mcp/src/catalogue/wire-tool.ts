import type { Tool as WireTool } from '@modelcontextprotocol/sdk/types.js';

import type { Tool } from './catalogue.js';

/** A tool in the form of `tools/list`. */
export const toWire = ({ name, title, description, inputSchema, outputSchema, effects }: Tool): WireTool => ({
  name,
  title,
  description,
  inputSchema: inputSchema as WireTool['inputSchema'],
  ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as WireTool['outputSchema'] }),
  annotations: {
    readOnlyHint: effects.readOnly,
    destructiveHint: effects.destructive,
    idempotentHint: effects.idempotent,
    openWorldHint: effects.openWorld,
  },
});
