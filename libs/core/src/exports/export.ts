import type { Folder } from '../folders/folder.js';
import type { GraphqlRequest } from '../requests/graphql-request.js';
import type { LeftOut } from '../imports/import.js';
import type { Pair } from '../requests/pair.js';
import type { RestRequest } from '../requests/rest-request.js';
import type { RunRow } from '../runs/run.js';
import type { StoredExecution } from '../executions/stored-execution.js';

/** The formats that requests are written in as one document. */
export const documentFormats = ['openapi', 'html', 'har', 'k6', 'postman'] as const;
/** A format of exported documents. */
export type DocumentFormat = (typeof documentFormats)[number];

/** The body of a response, as far as it is stored. */
export type ExportedBody =
  | { readonly kind: 'text'; readonly text: string; readonly truncated: boolean }
  | { readonly kind: 'binary'; readonly bytes: Uint8Array; readonly truncated: boolean };

/** A stored execution of an exported request; the body is null if there is none, or none that is exported. */
export interface ExportedExecution extends StoredExecution {
  readonly body: ExportedBody | null;
}

/** What is exported. No value of a secret stands in it: its name does, as `{{NAME}}`. */
export interface ExportContent {
  readonly name: string;
  /** Every folder of the workspace, and the workspace itself with the path "". */
  readonly folders: readonly Folder[];
  /** In the order of the tree. */
  readonly requests: readonly (RestRequest | GraphqlRequest)[];
  /** The variables of the environment, and the names of its secrets. */
  readonly variables: readonly Pair[];
  readonly secrets: readonly string[];
  readonly rows: readonly RunRow[];
  /** Those that the format asks for, the newest of each request first. */
  readonly executions: readonly ExportedExecution[];
}

/** A document of another tool, and what of the requests it does not hold. */
export interface ExportedDocument {
  readonly text: string;
  readonly leftOut: readonly LeftOut[];
}
