import type { AgentClients } from './agent-clients.js';
import type { Clock, Ids } from './ambient.js';
import type { BrunoConverter } from './bruno-conversion.js';
import type { RequestFiles } from './transport/request-files.js';
import type { Reports } from './runs.js';
import type { RetainedVariables } from '../executions/retained-variables.js';
import type { OwnHosts } from '../guards/guard-host.js';
import type { KeepLimits } from '../executions/stored-execution.js';
import type { ProvidedSecrets } from './secrets/provided-secrets.js';
import type { DocumentReader, Documents, ImportMemories } from './documents.js';
import type { BodyBudget, HttpTransport } from './transport/http.js';
import type { Guardian } from './guardian.js';
import type { GraphqlSchemas } from './graphql-schemas.js';
import type { JwtSigner } from './jwt.js';
import type { JsonPath } from './json-path.js';
import type { MergeDriver } from './merge-driver.js';
import type { OAuth2 } from './oauth2.js';
import type { Store } from './repositories.js';
import type { ScriptFiles } from './scripts/script-files.js';
import type { SecretProvider } from './secrets/secret-provider.js';
import type { SentSecrets } from './secrets/sent-secrets.js';
import type { ScriptRuntime } from './scripts/scripts.js';
import type { WorkspaceLocations } from './workspace-locations.js';
import type { FolderSync } from './folder-sync.js';

/** The product named in requests: `user-agent` is `name/version`. */
export interface Product {
  readonly name: string;
  readonly version: string;
}

/** Everything the use cases need from outside. */
export interface Ports {
  readonly store: Store;
  readonly scripts: ScriptRuntime;
  readonly http: HttpTransport;
  readonly requestFiles: RequestFiles;
  /** Reads the files that scripts of other tools require. If omitted, they cannot require any. */
  readonly scriptFiles?: ScriptFiles;
  readonly workspaceLocations: WorkspaceLocations;
  readonly jsonPath: JsonPath;
  readonly folderSync: FolderSync;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly product: Product;
  /** How much history to keep. */
  readonly keep: KeepLimits;
  /** Writes run reports in other formats; none if omitted. */
  readonly reports?: Reports;
  /** Writes requests as documents for other tools; none if omitted. */
  readonly documents?: Documents;
  /** Maximum size of a GraphQL server's answer to an introspection, in bytes. */
  readonly graphqlSchemaBytes: number;
  /** Maximum number of operations in one call. */
  readonly maxOperations: number;
  /** Reads GraphQL schemas, preferably not in the thread that serves requests. */
  readonly graphqlSchemas: GraphqlSchemas;
  /** Gets tokens for requests with OAuth 2.0. If omitted, these are not sent. */
  readonly oauth2?: OAuth2;
  /** Signs JSON Web Tokens for requests. If omitted, these are not sent. */
  readonly signJwt?: JwtSigner;
  /** Limits the memory for bodies in flight. */
  readonly bodies: BodyBudget;
  /** Values for secrets without one in the database. A workspace uses only those that a person allowed. */
  readonly givenSecrets: ProvidedSecrets;
  /** Gives values to secrets that have no other, as far as a person allowed it for a workspace. */
  readonly secretProvider: SecretProvider;
  /**
   * Whether scripts of every workspace may send requests. Otherwise only those of workspaces that a person allowed.
   */
  readonly scriptsMaySend: boolean;
  /** Asks people about requests if a guard requires it. If omitted, these are not sent. */
  readonly guardian?: Guardian;
  /** The names and addresses of this machine, which host rules treat as one; only loopback if omitted. */
  readonly ownHosts?: () => OwnHosts;
  /** Remembers where secrets without hosts were sent, so that a person can bind them to these hosts. */
  readonly sentSecrets: SentSecrets;
  /** How long a call waits for the answer of a person, in milliseconds. */
  readonly approvalMs: number;
  /** Workspace folders in which bodies may be saved, besides files/. Set by the person who starts the process. */
  readonly saveFolders: readonly string[];
  /**
   * The SHA-256 of a string in hexadecimal, which identifies scripts that need approval. If omitted, all scripts are
   * trusted.
   */
  readonly contentHash?: (text: string) => string;
  /** The same for settings that let others read what is sent. If omitted, all of them are trusted. */
  readonly settingHash?: (text: string) => string;
  /** Descriptions of settings in use that let others read what is sent, if approval is not required. */
  readonly connectionsInForce: () => readonly string[];
  /** Reads documents of other tools. If omitted, none can be imported. */
  readonly readDocument?: DocumentReader;
  /** Converts folders of `.bru` files. If omitted, none can be converted. */
  readonly convertBruno?: BrunoConverter;
  /** Stores what imports wrote. If omitted, imports cannot be updated. */
  readonly importMemories?: ImportMemories;
  /** Sets up git for data folders. If omitted, no merge driver can be set up. */
  readonly mergeDriver?: MergeDriver;
  /** Changes the configuration of MCP clients. If omitted, none are found. */
  readonly agentClients?: AgentClients;
  /** What scripts of other tools keep in memory between executions. */
  readonly keptVariables: RetainedVariables;
  /** The variables of the process that scripts of other tools may read. */
  readonly processVariables: () => Readonly<Record<string, string>>;
  /** Built-in variables of this process, such as `echo_base_url`. */
  readonly builtIns: () => Readonly<Record<string, string>>;
}

/** The ports that have a default where nothing is given: an adapter that does nothing, or the usual limit. */
export type DefaultPort =
  | 'approvalMs'
  | 'bodies'
  | 'connectionsInForce'
  | 'givenSecrets'
  | 'graphqlSchemaBytes'
  | 'graphqlSchemas'
  | 'keep'
  | 'keptVariables'
  | 'maxOperations'
  | 'processVariables'
  | 'saveFolders'
  | 'scriptsMaySend'
  | 'secretProvider'
  | 'sentSecrets';

/** What an application is made of. */
export type GivenPorts = Omit<Ports, DefaultPort> & Partial<Pick<Ports, DefaultPort>>;
