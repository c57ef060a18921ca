import { getOwnValue } from '../codec/own.js';
import type { AppError, AppResult } from '../errors.js';
import type { RetainedVariables } from '../executions/script-call.js';
import type { KeepLimits } from '../executions/stored-execution.js';
import type { T, TE } from '../fp.js';
import type { OwnHosts } from '../guards/guard-host.js';
import type { EnvironmentId, WorkspaceId } from '../ids.js';
import type { Secret } from '../secrets/finder.js';
import type { DifferenceList } from '../synchronization/synchronization.js';
import type { Workspace } from '../workspaces/workspace.js';
import type { AgentClients } from './agent-clients.js';
import type { BrunoConverter, DocumentReader, Documents, ImportMemories } from './documents.js';
import type { FolderSync, MergeDriver, WorkspaceLocations } from './folder-sync.js';
import type { FolderVersions, Git } from './git.js';
import type { Guardian } from './guardian.js';
import type { BodyBudget, HttpTransport, RequestFiles } from './http.js';
import type { JwtSigner, OAuth2 } from './oauth2.js';
import type { Prompter } from './prompter.js';
import type { Reports, Store } from './repositories.js';
import type { ScriptFiles, ScriptRuntime } from './scripts.js';

/** Returns the current time. */
export interface Clock {
  readonly now: () => Date;
}

/** Creates ids of sixteen `[0-9a-z]` and UUIDs. */
export interface Ids {
  readonly next: () => string;
  readonly uuid: () => string;
}

/**
 * The values of dynamic variables such as `$randomCity`. Each call with a name makes a new value; undefined if there is no such variable.
 * @param seed a seed for which the same sequence of values is made each time; null for random values
 */
export type DynamicValues = (seed: number | null) => (name: string) => string | undefined;

/** The prefix of a process environment variable in text, as in Bruno: `{{process.env.NAME}}`. */
export const processVariablePrefix = 'process.env.';

/** Explains to a person how to set a variable that text refers to as `{{process.env.NAME}}`. */
export const adviseProcessVariable = (name: string): string =>
  `Write ${name}=… into the .env file beside opencollection.yml. To use a variable of the process, start Tandem with TANDEM_ENV_ALLOW=${name}; "tandem run" then uses it, and in the window a person allows it once under Environments.`;

/** Finds values in JSON by JSONPath (RFC 9535). */
export interface JsonPath {
  /**
   * Returns the values that `path` selects from JSON text in UTF-8, in order. Fails with invalid-input if the path is invalid, the text is
   * not JSON, the query takes too long, or the values exceed `maxCharacters` characters as JSON.
   */
  readonly select: (
    path: string,
    json: Uint8Array,
    maxCharacters: number,
  ) => TE.TaskEither<AppError, readonly unknown[]>;
  /** The types in JSON text by JSONPath; a list has the type of its first entry. Null if the text is not JSON or too large. */
  readonly outline: (json: Uint8Array) => TE.TaskEither<AppError, Readonly<Record<string, string>> | null>;
  /**
   * Compares two UTF-8 texts: JSON by the JSONPath of each location, anything else by lines. Leaves out the values that a path in `ignore`
   * selects in either text. Lists as many differences from `offset` on as fit into a result. Fails with invalid-input if a path in `ignore`
   * is not a JSONPath, or if the comparison takes too long.
   */
  readonly compare: (
    before: Uint8Array,
    after: Uint8Array,
    ignore: readonly string[],
    offset?: number,
  ) => TE.TaskEither<AppError, DifferenceList>;
}

/** A GraphQL server's response to introspection. */
export interface SchemaAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly body: Uint8Array;
}

/** A part of a schema: a type, a field, or everything. */
export interface SchemaPart {
  readonly type?: string;
  readonly field?: string;
}

/**
 * A part of a schema as SDL, or an outline. `size` is the number of bytes of the whole part. If the SDL is incomplete, the next part begins
 * at `nextOffset`, which is 0 after an outline.
 */
export interface CutSchema {
  readonly sdl: string;
  readonly truncated: boolean;
  readonly size: number;
  readonly nextOffset?: number;
}

/** The requested range of a schema in bytes. Without `offset`, a long schema becomes an outline. */
export interface SchemaRange {
  readonly maxBytes: number;
  readonly offset?: number;
}

/** An error in a GraphQL document that its schema reveals. Line and column start at one. */
export interface DocumentProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Reads GraphQL schemas. Reading a large schema takes about a second, so do not do it on the thread that serves requests. */
export interface GraphqlSchemas {
  /** The schema in a response as SDL; on the left, why the response contains no schema. */
  readonly read: (answer: SchemaAnswer) => TE.TaskEither<string, string>;
  /** The part of a schema within a range. */
  readonly cut: (sdl: string, part: SchemaPart, range: SchemaRange) => AppResult<CutSchema>;
  /** The problems of each document, in the order of the documents. Omits problems at a `{{variable}}`. */
  readonly check: (
    sdl: string,
    documents: readonly string[],
  ) => AppResult<readonly (readonly DocumentProblem[])[]>;
}

/** The prefix of the environment variables that provide secret values. */
export const secretPrefix = 'TANDEM_SECRET_';

const toVariableName = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '_');

/**
 * The environment variable for a secret. Characters that a shell does not allow become `_`.
 * @param environment the environment that the value is for, unless it is for all environments with that secret
 */
export const getSecretVariable = (name: string, environment?: string): string =>
  `${secretPrefix}${environment === undefined ? '' : `${toVariableName(environment)}__`}${toVariableName(name)}`;

/** The value that variables such as `TANDEM_SECRET_TOKEN` have for a secret. One for its environment takes precedence. */
export const findSecretValue = (
  values: Readonly<Record<string, string | undefined>>,
  name: string,
  environment?: string,
): string | undefined =>
  (environment === undefined ? undefined : getOwnValue(values, getSecretVariable(name, environment))) ??
  getOwnValue(values, `${secretPrefix}${name}`) ??
  getOwnValue(values, getSecretVariable(name));

/** Secret values passed to the process. They are used for secrets that have no value in the database. */
export interface ProvidedSecrets {
  /** The value of the secret with that name. A value for that environment takes precedence. */
  readonly valueOf: (name: string, environment?: string) => string | undefined;
  /** Every value passed to the process, even if no environment has a secret of its name. */
  readonly all: readonly Secret[];
  /** Whether a start option allows every workspace to use this value. */
  readonly isAllowed: (name: string) => boolean;
}

/** The content of a workspace's `.env` files. */
export interface EnvFileContent {
  /** The values by name. The file next to the requests takes precedence over the one in the workspace's folder. */
  readonly values: Readonly<Record<string, string>>;
  /** The file that defines each name, as a path relative to the workspace's folder. */
  readonly files: Readonly<Record<string, string>>;
  /** Why files or lines could not be read: one sentence each, with the file and the line. */
  readonly problems: readonly string[];
}

/** Reads the `.env` files of workspaces. */
export interface EnvFiles {
  /** The current content of the files, which are parsed again only after a change. */
  readonly read: (workspace: Pick<Workspace, 'id' | 'path'>) => T.Task<EnvFileContent>;
  /**
   * Every value read so far that must be redacted, of one workspace or of all workspaces. Omits evidently public values. The values are
   * never stored. A folder from somebody else may contain any words, so its values are only redacted in its own workspace.
   */
  readonly all: (workspaceId?: WorkspaceId) => readonly Secret[];
}

/** The content for a workspace without `.env` files. */
export const emptyEnvFile: EnvFileContent = { values: {}, files: {}, problems: [] };

/** A value that a command returned, or why it returned none, as the end of a sentence about the command. */
export type ProvidedValue = { readonly value: string } | { readonly problem: string };

/** Gets secret values from a command that a person configured, such as a password manager's. */
export interface SecretProvider {
  /** Whether a command is configured. */
  readonly isOn: () => Promise<boolean>;
  readonly read: (name: string) => Promise<ProvidedValue>;
  /** Every value read so far, so that it can be redacted. The values are never stored. */
  readonly all: () => readonly Secret[];
}

/** Remembers which hosts secrets without a host binding were sent to, until the process ends. */
export interface SentSecrets {
  readonly note: (environmentId: EnvironmentId, name: string, host: string) => void;
  /** The hosts that a secret was sent to, least recent first. */
  readonly hostsOf: (environmentId: EnvironmentId, name: string) => readonly string[];
}

/** Remembers the values that imports stored as secrets, until the process ends. */
export interface ImportedSecrets {
  readonly note: (environmentId: EnvironmentId, secrets: readonly Secret[]) => void;
  /** Whether the secret still has the value that an import gave it. */
  readonly has: (environmentId: EnvironmentId, secret: Secret) => boolean;
}

/** The product named in requests: `user-agent` is `name/version`. */
export interface Product {
  readonly name: string;
  readonly version: string;
}

/** Everything that the use cases need from outside. */
export interface Ports {
  readonly store: Store;
  readonly scripts: ScriptRuntime;
  readonly http: HttpTransport;
  readonly requestFiles: RequestFiles;
  /** Reads the files that scripts of other tools require. If omitted, such scripts cannot require files. */
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
  /** Gets tokens for requests with OAuth 2.0. If omitted, such requests are not sent. */
  readonly oauth2?: OAuth2;
  /** Signs JSON Web Tokens for requests. If omitted, such requests are not sent. */
  readonly signJwt?: JwtSigner;
  /** Limits the memory for bodies in flight. */
  readonly bodies: BodyBudget;
  /** Provides values for secrets that have no value in the database. A workspace uses only the values that a person allowed. */
  readonly providedSecrets: ProvidedSecrets;
  /** Gets values from a command for secrets without any other value. A person must have allowed the workspace to use them. */
  readonly secretProvider: SecretProvider;
  /** Whether the scripts of every workspace may send requests. Otherwise only those of workspaces for which a person allowed it. */
  readonly scriptsMaySend: boolean;
  /** Asks people about requests if a guard requires it. If omitted, such requests are not sent. */
  readonly guardian?: Guardian;
  /** Asks people for the values of prompts. If omitted, the caller must provide them. */
  readonly prompter?: Prompter;
  /** The names and addresses of this machine, which host rules treat as one host. If omitted, only loopback. */
  readonly ownHosts?: () => OwnHosts;
  /** Remembers where secrets without a host binding were sent, so that a person can bind them to these hosts. */
  readonly sentSecrets: SentSecrets;
  readonly importedSecrets: ImportedSecrets;
  /** How long a call waits for the answer of a person, in milliseconds. */
  readonly approvalMs: number;
  /** Workspace folders in which bodies may be saved, besides files/. Set by the person who starts the process. */
  readonly saveFolders: readonly string[];
  /**
   * The SHA-256 of a string in hexadecimal, which identifies scripts that need approval. If omitted, all scripts are
   * trusted.
   */
  readonly contentHash?: (text: string) => string;
  /**
   * The SHA-256 of the content of a setting that others could use to read requests, such as a proxy. It identifies approved content. If
   * omitted, all these settings are trusted.
   */
  readonly settingHash?: (text: string) => string;
  /** Describes the settings that were used without an approval although they let others read requests, such as a proxy. */
  readonly connectionsInForce: () => readonly string[];
  /** Reads documents of other tools. If omitted, documents cannot be imported. */
  readonly readDocument?: DocumentReader;
  /** Converts folders of `.bru` files. If omitted, they cannot be converted. */
  readonly convertBruno?: BrunoConverter;
  /** Stores what imports wrote. If omitted, imports cannot be updated. */
  readonly importMemories?: ImportMemories;
  /** Sets up git for data folders. If omitted, no merge driver can be set up. */
  readonly mergeDriver?: MergeDriver;
  /** Runs git in data folders. If omitted, the window has no git. */
  readonly git?: Git;
  /** Compares versions of files in data folders. If omitted, the window has no git. */
  readonly folderVersions?: FolderVersions;
  /** Changes the configuration of MCP clients. If omitted, no clients are found. */
  readonly agentClients?: AgentClients;
  /** The variables that scripts of other tools retain in memory between executions. */
  readonly retainedVariables: RetainedVariables;
  /** The variables of the process. Text and scripts may read them as far as {@link mayUseProcessVariables} allows. */
  readonly processVariables: () => Readonly<Record<string, string>>;
  /** Whether every workspace may use the process variables. Otherwise a person decides for each workspace and name. */
  readonly mayUseProcessVariables: boolean;
  /** Reads the `.env` files of workspaces, whose variables text and scripts may read like those of the process. */
  readonly envFiles: EnvFiles;
  /** The values of dynamic variables. If omitted, only those for ids and times have a value. */
  readonly dynamicValues: DynamicValues;
  /** Built-in variables of this process, such as `echo_base_url`. */
  readonly builtIns: () => Readonly<Record<string, string>>;
}

/** The ports that can be omitted because they have a default: an adapter that does nothing, or the usual limit. */
export type DefaultPort =
  | 'approvalMs'
  | 'bodies'
  | 'connectionsInForce'
  | 'dynamicValues'
  | 'envFiles'
  | 'providedSecrets'
  | 'graphqlSchemaBytes'
  | 'graphqlSchemas'
  | 'keep'
  | 'retainedVariables'
  | 'maxOperations'
  | 'mayUseProcessVariables'
  | 'processVariables'
  | 'saveFolders'
  | 'scriptsMaySend'
  | 'secretProvider'
  | 'sentSecrets'
  | 'importedSecrets';

/** The ports that an application is created with. */
export type ProvidedPorts = Omit<Ports, DefaultPort> & Partial<Pick<Ports, DefaultPort>>;
