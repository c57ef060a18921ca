import type { Folder } from '../folders/folder.js';
import type { GraphqlRequest } from '../requests/graphql-request.js';
import type { LeftOut } from '../imports/import.js';
import type { Pair } from '../requests/fields.js';
import type { RestRequest } from '../requests/rest-request.js';
import type { RunRow } from '../runs/run.js';
import type { StoredExecution } from '../executions/stored-execution.js';

/** The formats for exporting requests as one document. */
export const documentFormats = ['openapi', 'html', 'har', 'k6', 'postman'] as const;
/** A format of exported documents. */
export type DocumentFormat = (typeof documentFormats)[number];

/** The stored part of a response body. */
export type ExportedBody =
  | { readonly kind: 'text'; readonly text: string; readonly truncated: boolean }
  | { readonly kind: 'binary'; readonly bytes: Uint8Array; readonly truncated: boolean };

/** A stored execution of an exported request. The body is null if it is missing or not exported. */
export interface ExportedExecution extends StoredExecution {
  readonly body: ExportedBody | null;
}

/** The data to export. Secrets have no values here: the data refers to them as `{{NAME}}`. */
export interface ExportContent {
  readonly name: string;
  /** Every folder of the workspace, and the workspace itself with the path "". */
  readonly folders: readonly Folder[];
  /** In tree order. */
  readonly requests: readonly (RestRequest | GraphqlRequest)[];
  /** The variables of the environment, and the names of its secrets. */
  readonly variables: readonly Pair[];
  readonly secrets: readonly string[];
  readonly rows: readonly RunRow[];
  /** The executions that the format needs, newest first for each request. */
  readonly executions: readonly ExportedExecution[];
}

/** A document for another tool, and the parts of the workspace that its format cannot express. */
export interface ExportedDocument {
  readonly text: string;
  readonly leftOut: readonly LeftOut[];
}
