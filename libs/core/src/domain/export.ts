import type { Folder } from './folder.js';
import type { GraphqlRequest } from './graphql-request.js';
import type { LeftOut } from './import.js';
import type { Pair } from './pair.js';
import type { RestRequest } from './rest-request.js';
import type { RunRow } from './run.js';

/** The formats of other tools that requests are exported to. */
export const exportFormats = ['k6', 'postman'] as const;
export type ExportFormat = (typeof exportFormats)[number];

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
}

/** A document of another tool, and what of the requests it does not hold. */
export interface ExportedDocument {
  readonly text: string;
  readonly leftOut: readonly LeftOut[];
}
