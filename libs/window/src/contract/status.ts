import { struct, t } from '@tandem/core/codec';

/** An MCP client that has used the server since it started. */
const StatusAgent = struct('an agent', {
  name: t.string,
  version: t.string,
  seenAt: t.string,
  lastCall: t.union([t.null, struct('a call', { tool: t.string, at: t.string })]),
});
export type StatusAgent = t.TypeOf<typeof StatusAgent>;

/** What the status bar shows: the addresses of this start, what is active now, and who uses the MCP server. */
export const Status = struct('the status', {
  version: t.string,
  mcp: t.string,
  echo: t.string,
  workspace: t.union([
    t.null,
    struct('the active workspace', { id: t.string, name: t.string, path: t.string }),
  ]),
  environment: t.union([t.null, t.string]),
  agents: t.readonlyArray(StatusAgent),
});
export type Status = t.TypeOf<typeof Status>;
