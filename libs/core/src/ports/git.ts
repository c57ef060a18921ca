import type { AppResult } from '../errors.js';
import type { GitState } from '../git/git.js';
import type { FolderKind } from '../synchronization/synchronization.js';
import type { WorkspaceFolder } from './folder-sync.js';

/** A changed file of a repository. Paths are relative to the data folder. */
export interface GitFile {
  readonly path: string;
  /** The object id of the file's content in the last commit; null if the commit does not contain the file. */
  readonly object: string | null;
  /** The object id of the file's staged content; null if the file has no staged change, or its staged change is a removal. */
  readonly stagedObject: string | null;
  readonly staged: 'none' | 'part' | 'all';
  readonly isConflict: boolean;
}

/** The current state of a repository, and its changed files. */
export interface GitLook {
  readonly state: Omit<GitState, 'notes'>;
  readonly files: readonly GitFile[];
  /** Whether there are more changed files than are listed. */
  readonly isCut: boolean;
  /** The path from the root of the repository to the data folder, with `/`; empty if they are the same. */
  readonly prefix: string;
  /** The settings in the repository's own configuration that make git run programs. */
  readonly programs: readonly string[];
  /** The names of the repository's hooks. */
  readonly hooks: readonly string[];
}

/** Two versions of a file: in the last commit and on disk. Null if the file does not exist there. */
export interface FileVersions {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Why the contents were not read. */
  readonly unread?: string;
}

/** The consent under which a git command changes something, and the signal that cancels it. */
export interface GitConsent {
  /** Whether a person trusts the folder, so that its hooks and the programs in its configuration may run. */
  readonly isTrusted: boolean;
  readonly signal?: AbortSignal;
}

/** The commit to make. */
export interface NewCommit {
  readonly message: string;
  /** The files to commit as they are on disk. If omitted, what is staged is committed. */
  readonly paths?: readonly string[];
}

/**
 * Git in data folders. All paths of folders are absolute. Reading runs no program that a repository configures, and never uses the network.
 * Only `pull` and `push` use the network. All functions fail with `git-refused`, whose reason says what a person can do.
 */
export interface Git {
  readonly look: (folder: string) => AppResult<GitLook>;
  /** The time of the current commit, in whole seconds, as ISO 8601 in UTC; null if there is no commit, or no repository. Never fails. */
  readonly findCommitTime: (folder: string) => AppResult<string | null>;
  /** Reads two versions of files: the committed content, which has the id `object`, and the file on disk. */
  readonly read: (
    folder: string,
    files: readonly Pick<GitFile, 'path' | 'object'>[],
  ) => AppResult<readonly FileVersions[]>;
  readonly stage: (
    folder: string,
    paths: readonly string[],
    isStaged: boolean,
    consent: GitConsent,
  ) => AppResult<void>;
  /** Commits, and returns the id of the commit. */
  readonly commit: (folder: string, commit: NewCommit, consent: GitConsent) => AppResult<string>;
  readonly switchBranch: (
    folder: string,
    branch: { readonly name: string; readonly isNew: boolean },
    consent: GitConsent,
  ) => AppResult<void>;
  readonly pull: (folder: string, consent: GitConsent) => AppResult<void>;
  readonly push: (folder: string, consent: GitConsent) => AppResult<void>;
}

/** A field that differs between two versions. Undefined for a version without the field. */
export interface FieldDifference {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The differences in one entity, or in a file that stores no entity. */
export interface EntityDifference {
  /** The id of the entity; undefined if the file has none. */
  readonly id: string | undefined;
  readonly entity: FolderKind | 'file';
  readonly name: string;
  readonly op: 'created' | 'updated' | 'deleted';
  readonly paths: readonly string[];
  readonly fields: readonly FieldDifference[];
  /** Why its fields are not listed. */
  readonly note: string | null;
}

/** Compares versions of files in data folders by entity and field, as a merge does. */
export interface FolderVersions {
  /** The absolute path of a workspace's data folder. */
  readonly locate: (workspace: WorkspaceFolder) => AppResult<string>;
  /**
   * Compares both versions of each entity with a changed file. An unchanged document in `files` is not compared: it only identifies the
   * entity of a changed script.
   */
  readonly compare: (files: readonly FileVersions[]) => AppResult<readonly EntityDifference[]>;
}
