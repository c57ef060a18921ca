import { struct, t } from '@tandem/core/codec';

/** What the status bar shows: the addresses of this start, and what is active now. */
export const Status = struct('the status', {
  version: t.string,
  mcp: t.string,
  echo: t.string,
  workspace: t.union([
    t.null,
    struct('the active workspace', { id: t.string, name: t.string, path: t.string }),
  ]),
  environment: t.union([t.null, t.string]),
});
export type Status = t.TypeOf<typeof Status>;
