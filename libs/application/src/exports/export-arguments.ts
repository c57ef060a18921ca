import { environmentRef, type LeftOut, RequestId, workspaceRef } from '@tandem/core';
import { withDescription, Int, integer, oneOf, struct, t } from '@tandem/core/codec';

import { type ExportFormat, exportFormats } from './export-formats.js';

/** Maximum length of text that one call returns, in UTF-16 units. */
export const exportTextLimits = { default: 65_536, maximum: 32 * 1024 * 1024 } as const;

/** Maximum number of omitted items listed. The count covers all. */
export const maxListedLeftOut = 200;

const Format = oneOf(...(exportFormats as readonly [ExportFormat, ...ExportFormat[]]));

export const RenderExport = struct(
  'exports_render arguments',
  { format: withDescription(Format, 'A document, curl, or the client of a language') },
  {
    workspaceId: workspaceRef,
    ids: withDescription(t.readonlyArray(RequestId, 'a list of request ids'), 'These requests'),
    folder: withDescription(t.string, 'Instead of ids; all in it and below, all if both are omitted'),
    environment: withDescription(environmentRef, 'Id or name; for variables, the active one if omitted'),
    offset: withDescription(integer(0), 'First character; of the text'),
    maxChars: withDescription(integer(1, exportTextLimits.maximum), 'Default 65536; in characters'),
  },
);
export type RenderExport = t.TypeOf<typeof RenderExport>;

export const RenderedExport = struct(
  'an exported document',
  {
    format: Format,
    file: withDescription(t.string, 'A name for its file'),
    type: withDescription(t.string, 'Its media type'),
    text: t.string,
    size: withDescription(Int, 'Characters of the whole text'),
    counts: struct('counts of an export', { requests: Int, leftOut: Int }),
    leftOut: withDescription(
      t.readonlyArray(struct('what was left out', { place: t.string, what: t.string })),
      'What has no counterpart, the first 200',
    ),
  },
  { nextOffset: Int },
);
export type RenderedExport = t.TypeOf<typeof RenderedExport>;

/** The complete text of requests in a format. */
export interface ExportedFile {
  readonly format: ExportFormat;
  readonly file: string;
  readonly type: string;
  readonly text: string;
  readonly requests: number;
  readonly leftOut: readonly LeftOut[];
}
