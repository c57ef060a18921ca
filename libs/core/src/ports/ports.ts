import type { AgentClients } from './agent-clients.js';
import type { Clock, Ids } from './ambient.js';
import type { BrunoConverter } from './bruno-conversion.js';
import type { RequestFiles } from './request-files.js';
import type { Reports } from './runs.js';
import type { RetainedVariables } from '../executions/retained-variables.js';
import type { OwnHosts } from '../guards/guard-host.js';
import type { KeepLimits } from '../executions/stored-execution.js';
import type { ProvidedSecrets } from './provided-secrets.js';
import type { DocumentReader, Documents, ImportMemories } from './documents.js';
import type { BodyBudget, HttpTransport } from './http.js';
import type { Guardian } from './guardian.js';
import type { GraphqlSchemas } from './graphql-schemas.js';
import type { JwtSigner } from './jwt.js';
import type { JsonPath } from './json-path.js';
import type { MergeDriver } from './merge-driver.js';
import type { OAuth2 } from './oauth2.js';
import type { Store } from './repositories.js';
import type { ScriptFiles } from './script-files.js';
import type { SecretProvider } from './secret-provider.js';
import type { SentSecrets } from './sent-secrets.js';
import type { ScriptRuntime } from './scripts.js';
import type { WorkspaceLocations } from './workspace-locations.js';
import type { FolderSync } from './folder-sync.js';

/** The product named in requests: `user-agent` is `name/version`. */
export interface Product {
  readonly name: string;
  readonly version: string;
}

/** Everything the use cases need from the outside. */
export interface Ports {
  readonly store: Store;
  readonly scripts: ScriptRuntime;
  readonly http: HttpTransport;
  readonly requestFiles: RequestFiles;
  /** Reads the files that scripts of other tools require; if omitted, they can require none. */
  readonly scriptFiles?: ScriptFiles;
  readonly workspaceLocations: WorkspaceLocations;
  readonly jsonPath: JsonPath;
  readonly folderSync: FolderSync;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly product: Product;
  /** How much history to keep. */
  readonly keep: KeepLimits;
  /** Writes reports of runs in other formats; none without it. */
  readonly reports?: Reports;
  /** Writes requests as documents of other tools; none without it. */
  readonly documents?: Documents;
  /** Maximum size of a GraphQL server's answer to an introspection, in bytes. */
  readonly graphqlSchemaBytes: number;
  /** Maximum number of operations in one call. */
  readonly mostOperations: number;
  /** Reads GraphQL schemas, preferably not in the thread that serves requests. */
  readonly graphqlSchemas: GraphqlSchemas;
  /** Gets tokens for requests with OAuth 2.0; if omitted, these are not sent. */
  readonly oauth2?: OAuth2;
  /** Signs JSON Web Tokens for requests; if omitted, these are not sent. */
  readonly signJwt?: JwtSigner;
  /** Limits the memory for bodies in flight. */
  readonly bodies: BodyBudget;
  /** Values for secrets that have none in the database; a workspace uses only those that a person allowed it to use. */
  readonly givenSecrets: ProvidedSecrets;
  /** Gives values to secrets that have no other, as far as a person allowed it for a workspace. */
  readonly secretProvider: SecretProvider;
  /** Whether the scripts of every workspace may send requests; otherwise those of workspaces that a person allowed it. */
  readonly scriptsMaySend: boolean;
  /** Asks people about requests that a guard wants to be asked about; if omitted, these are not sent. */
  readonly guardian?: Guardian;
  /** The names and addresses of this machine, which rules about hosts take for one; only those of loopback if omitted. */
  readonly ownHosts?: () => OwnHosts;
  /** Remembers where secrets without hosts were sent, for the person who may bind them to it. */
  readonly sentSecrets: SentSecrets;
  /** How long a call waits for the answer of a person, in milliseconds. */
  readonly approvalMs: number;
  /** Folders of a workspace below which bodies are saved, besides files/; a person names them who starts the process. */
  readonly saveFolders: readonly string[];
  /** SHA-256 of a text in hexadecimal, by which scripts from outside wait for a person; if omitted, all of them are trusted. */
  readonly contentHash?: (text: string) => string;
  /** The same for settings by which others may read what is sent; if omitted, all of them are trusted. */
  readonly settingHash?: (text: string) => string;
  /** The settings by which others could read what was sent so far, in words, where nobody is asked about them. */
  readonly connectionsInForce: () => readonly string[];
  /** Reads documents of other tools; if omitted, none can be imported. */
  readonly readDocument?: DocumentReader;
  /** Converts folders of `.bru` files; if omitted, none can be converted. */
  readonly convertBruno?: BrunoConverter;
  /** Keeps what imports wrote; if omitted, they cannot be updated. */
  readonly importMemories?: ImportMemories;
  /** Sets up git for data folders; if omitted, no merge driver can be set up. */
  readonly mergeDriver?: MergeDriver;
  /** Changes the configuration of MCP clients; if omitted, none are found. */
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
  | 'mostOperations'
  | 'processVariables'
  | 'saveFolders'
  | 'scriptsMaySend'
  | 'secretProvider'
  | 'sentSecrets';

/** What an application is made of. */
export type GivenPorts = Omit<Ports, DefaultPort> & Partial<Pick<Ports, DefaultPort>>;
