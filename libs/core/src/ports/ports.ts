import type { Clock, Ids } from './ambient.js';
import type { RequestFiles } from './request-files.js';
import type { KeepLimits } from '../domain/stored-execution.js';
import type { GivenSecrets } from './given-secrets.js';
import type { BodyBudget, HttpTransport } from './http.js';
import type { JsonPath } from './json-path.js';
import type { MergeDriver } from './merge-driver.js';
import type { Store } from './repositories.js';
import type { ScriptRuntime } from './scripts.js';
import type { WorkspaceLocations } from './workspace-locations.js';
import type { FolderSync } from './folder-sync.js';

/** Who sends the requests: `user-agent` is `name/version`. */
export interface Product {
  readonly name: string;
  readonly version: string;
}

/** All that the use cases need of the world. */
export interface Ports {
  readonly store: Store;
  readonly scripts: ScriptRuntime;
  readonly http: HttpTransport;
  readonly requestFiles: RequestFiles;
  readonly workspaceLocations: WorkspaceLocations;
  readonly jsonPath: JsonPath;
  readonly folderSync: FolderSync;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly product: Product;
  /** What is kept of executions; 200 of a workspace with bodies of 1 MiB when nothing is said. */
  readonly keep?: KeepLimits;
  /** What bodies in flight may take; no limit when nothing is said. */
  readonly bodies?: BodyBudget;
  /** Values for secrets that the database has none for; a workspace uses those that a person has allowed it. */
  readonly givenSecrets?: GivenSecrets;
  /** Sets up git for data folders; without it nothing can be set up. */
  readonly mergeDriver?: MergeDriver;
  /** Built-in variables of this process, such as `echo_base_url`. */
  readonly builtIns: () => Readonly<Record<string, string>>;
}
