import type { Effects } from '@tandem/rpc';
import type { Tool as WireTool } from '@modelcontextprotocol/sdk/types.js';

import type { Tool } from '../catalogue/catalogue.js';

/**
 * The hints from which clients decide whether to ask a person. They are only sent where they differ from the protocol's defaults, which
 * describe a tool that writes and destroys, may not be repeated and reaches other systems.
 */
const toEffectHints = ({
  readOnly,
  destructive,
}: Effects): { readonly annotations?: WireTool['annotations'] } => {
  if (readOnly) return { annotations: { readOnlyHint: true } };
  return destructive ? {} : { annotations: { destructiveHint: false } };
};

/** Converts a tool to the format of `tools/list`. The title is omitted: clients show the name instead. */
export const toWire = ({ name, description, inputSchema, effects }: Tool): WireTool => ({
  name,
  description,
  inputSchema: inputSchema as WireTool['inputSchema'],
  ...toEffectHints(effects),
});
