import type { AppError, AppResult } from '../errors.js';
import type { RetainedVariables } from '../executions/script-call.js';
import type { KeepLimits } from '../executions/stored-execution.js';
import type { T, TE } from '../fp.js';
import type { OwnHosts } from '../guards/guard-host.js';
import type { EnvironmentId, WorkspaceId } from '../ids.js';
import type { Secret } from '../secrets/finder.js';
import type { Differences } from '../synchronization/synchronization.js';
import type { Workspace } from '../workspaces/workspace.js';
import type { AgentClients } from './agent-clients.js';
import type { BrunoConverter, DocumentReader, Documents, ImportMemories } from './documents.js';
import type { FolderSync, MergeDriver, WorkspaceLocations } from './folder-sync.js';
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
 * The values of dynamic variables such as `$randomCity`. Each call with a name makes a new value; undefined if there is
 * no such variable.
 * @param seed repeats the values of an earlier sequence; null for none
 */
export type DynamicValues = (seed: number | null) => (name: string) => string | undefined;

/** The prefix of a process environment variable in text, as in Bruno: `{{process.env.NAME}}`. */
export const processVariablePrefix = 'process.env.';

/** How to give a process variable a value. */
export const adviseProcessVariable = (name: string): string =>
  `Write ${name}=… into the .env file beside opencollection.yml. To use a variable of the process, start Tandem with TANDEM_ENV_ALLOW=${name}; "tandem run" then uses it, and in the window a person allows it once under Environments.`;

/** Finds values in JSON by JSONPath (RFC 9535). */
export interface JsonPath {
  /**
   * Returns the values that `path` selects from JSON text in UTF-8, in order. Fails with invalid-input if the path is
   * invalid, the text is not JSON, the query takes too long, or the values exceed `most` characters as JSON.
   */
  readonly select: (
    path: string,
    json: Uint8Array,
    most: number,
  ) => TE.TaskEither<AppError, readonly unknown[]>;
  /** The types in JSON text by JSONPath; for lists, of their first entry. Null if it is not JSON or too large. */
  readonly outline: (json: Uint8Array) => TE.TaskEither<AppError, Readonly<Record<string, string>> | null>;
  /**
   * Compares two UTF-8 texts: JSON by the JSONPath of each place, anything else by lines. Omits what a path in
   * `ignore` selects in either. Fails with invalid-input if one of these is not a JSONPath, or the comparison takes
   * too long.
   */
  readonly compare: (
    before: Uint8Array,
    after: Uint8Array,
    ignore: readonly string[],
  ) => TE.TaskEither<AppError, Differences>;
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

/** A part of a schema as SDL, and whether it was truncated. */
export interface CutSchema {
  readonly sdl: string;
  readonly truncated: boolean;
}

/** What a schema says is wrong in a GraphQL document. Line and column start at one. */
export interface DocumentProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Reads GraphQL schemas. A large one takes about a second, so do not run this on the thread that serves requests. */
export interface GraphqlSchemas {
  /** The schema in a response as SDL, or the reason there is none on the left. */
  readonly read: (answer: SchemaAnswer) => TE.TaskEither<string, string>;
  /** A part of a schema with at most `maxBytes`. If the whole schema is larger, an outline. */
  readonly cut: (sdl: string, part: SchemaPart, maxBytes: number) => AppResult<CutSchema>;
  /** The problems of each document, in order; none where there is a `{{variable}}`. */
  readonly check: (
    sdl: string,
    documents: readonly string[],
  ) => AppResult<readonly (readonly DocumentProblem[])[]>;
}

/** The prefix of the environment variables that provide secret values. */
export const secretPrefix = 'TANDEM_SECRET_';

const toVariableName = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '_');

/**
 * The environment variable for a secret whose name a shell does not allow: in capitals, digits and `_`.
 * @param environment the environment that the value is for, if not for all that have the secret
 */
export const getSecretVariable = (name: string, environment?: string): string =>
  `${secretPrefix}${environment === undefined ? '' : `${toVariableName(environment)}__`}${toVariableName(name)}`;

/** Secret values passed to the process, for secrets that have no value in the database. */
export interface ProvidedSecrets {
  /** The value of the secret with that name, preferably the one that is for an environment alone. */
  readonly valueOf: (name: string, environment?: string) => string | undefined;
  /** Every value passed to the process, whether or not an environment names its secret. */
  readonly all: readonly Secret[];
  /** Whether a start option allowed every workspace to use this value. */
  readonly isAllowed: (name: string) => boolean;
}

/** What the `.env` files of a workspace contain. */
export interface EnvFileContent {
  /** The values by name. Those of the file beside the requests win over those of the workspace's folder. */
  readonly values: Readonly<Record<string, string>>;
  /** The file of each name, as a path from the workspace's folder. */
  readonly files: Readonly<Record<string, string>>;
  /** Why a file or a line could not be read: one sentence each, with the file and the line. */
  readonly problems: readonly string[];
}

/** Reads the `.env` files of workspaces. */
export interface EnvFiles {
  /** The content of the files now. They are only parsed again after a change. */
  readonly read: (workspace: Pick<Workspace, 'id' | 'path'>) => T.Task<EnvFileContent>;
  /**
   * Every value read so far that is not evidently public, for hiding: those of one workspace, or all of them. None of
   * them is stored. A folder from somebody else may contain any words, so its values are hidden in its own workspace.
   */
  readonly all: (workspaceId?: WorkspaceId) => readonly Secret[];
}

/** What a workspace without `.env` files has. */
export const emptyEnvFile: EnvFileContent = { values: {}, files: {}, problems: [] };

/** A value from a command, or why it returned none, as the end of a sentence about the command. */
export type ProvidedValue = { readonly value: string } | { readonly problem: string };

/** Gets secret values from a command that a person configured, such as a password manager's. */
export interface SecretProvider {
  /** Whether a command is configured now. */
  readonly isOn: () => Promise<boolean>;
  readonly read: (name: string) => Promise<ProvidedValue>;
  /** Every value read so far, for hiding. None of them is stored. */
  readonly all: () => readonly Secret[];
}

/** Remembers to which hosts secrets without hosts were sent, until the process ends. */
export interface SentSecrets {
  readonly note: (environmentId: EnvironmentId, name: string, host: string) => void;
  /** The hosts that a secret was sent to, latest last. */
  readonly hostsOf: (environmentId: EnvironmentId, name: string) => readonly string[];
}

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
  /** Asks people for the values of prompts. If omitted, requests with prompts need them from their caller. */
  readonly prompter?: Prompter;
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
  /** The variables of the process that text and scripts may read, as far as {@link mayUseProcessVariables}. */
  readonly processVariables: () => Readonly<Record<string, string>>;
  /** Whether every workspace may use those. Otherwise a person decides for each workspace and name. */
  readonly mayUseProcessVariables: boolean;
  /** Reads the `.env` files of workspaces, whose variables text and scripts may read like those of the process. */
  readonly envFiles: EnvFiles;
  /** The values of dynamic variables. If omitted, only ids and times have one. */
  readonly dynamicValues: DynamicValues;
  /** Built-in variables of this process, such as `echo_base_url`. */
  readonly builtIns: () => Readonly<Record<string, string>>;
}

/** The ports that have a default where nothing is given: an adapter that does nothing, or the usual limit. */
export type DefaultPort =
  | 'approvalMs'
  | 'bodies'
  | 'connectionsInForce'
  | 'dynamicValues'
  | 'envFiles'
  | 'givenSecrets'
  | 'graphqlSchemaBytes'
  | 'graphqlSchemas'
  | 'keep'
  | 'keptVariables'
  | 'maxOperations'
  | 'mayUseProcessVariables'
  | 'processVariables'
  | 'saveFolders'
  | 'scriptsMaySend'
  | 'secretProvider'
  | 'sentSecrets';

/** What an application is made of. */
export type GivenPorts = Omit<Ports, DefaultPort> & Partial<Pick<Ports, DefaultPort>>;
