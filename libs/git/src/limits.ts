/** Limits on the time and the output of git commands. */
export interface GitLimits {
  /** Time limit for a command that does not use the network, in milliseconds. */
  readonly localMs: number;
  /** Time limit for a pull or a push, in milliseconds. */
  readonly networkMs: number;
  /** Maximum number of changed files that are listed. */
  readonly changedFiles: number;
  /** Maximum size of a file whose versions are compared, in bytes. */
  readonly fileBytes: number;
  /** Maximum output of one command, in bytes. */
  readonly outputBytes: number;
}

export const defaultGitLimits: GitLimits = {
  localMs: 30_000,
  networkMs: 120_000,
  changedFiles: 5_000,
  fileBytes: 2_500_000,
  outputBytes: 16 * 1024 * 1024,
};

const parseWholeNumber = (text: string | undefined, otherwise: number, max: number): number =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Math.min(Number(text), max) : otherwise;

/**
 * Reads the limits from `TANDEM_GIT_MS` (up to ten minutes), `TANDEM_GIT_NETWORK_MS` (up to an hour) and `TANDEM_GIT_CHANGED_FILES` (up
 * to 100,000). A value that is not a positive integer is ignored.
 */
export const readGitLimits = (env: Readonly<Record<string, string | undefined>>): GitLimits => ({
  ...defaultGitLimits,
  localMs: parseWholeNumber(env.TANDEM_GIT_MS, defaultGitLimits.localMs, 600_000),
  networkMs: parseWholeNumber(env.TANDEM_GIT_NETWORK_MS, defaultGitLimits.networkMs, 3_600_000),
  changedFiles: parseWholeNumber(env.TANDEM_GIT_CHANGED_FILES, defaultGitLimits.changedFiles, 100_000),
});
