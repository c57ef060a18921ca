/** Limits on a file in a data folder. */
export interface FolderLimits {
  readonly fileBytes: number;
  /** Maximum number of mappings, lists, keys and values in one YAML file. */
  readonly nodes: number;
  /** Maximum nesting of mappings and lists. */
  readonly depth: number;
  /** Time limit for reading or changing one file, in milliseconds. */
  readonly fileMs: number;
}

export const defaultFolderLimits: FolderLimits = {
  fileBytes: 2_500_000,
  nodes: 50_000,
  depth: 100,
  fileMs: 15_000,
};

const parseWholeNumber = (text: string | undefined, otherwise: number, max: number): number =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Math.min(Number(text), max) : otherwise;

/**
 * Reads the limits from `TANDEM_FOLDER_FILE_BYTES` (up to 50 MB), `TANDEM_FOLDER_FILE_NODES` (up to 1,000,000),
 * `TANDEM_FOLDER_FILE_DEPTH` (up to 400) and `TANDEM_FOLDER_FILE_MS` (up to ten minutes). A value that is not a positive integer is
 * ignored.
 */
export const readFolderLimits = (env: Readonly<Record<string, string | undefined>>): FolderLimits => ({
  fileBytes: parseWholeNumber(env.TANDEM_FOLDER_FILE_BYTES, defaultFolderLimits.fileBytes, 50_000_000),
  nodes: parseWholeNumber(env.TANDEM_FOLDER_FILE_NODES, defaultFolderLimits.nodes, 1_000_000),
  depth: parseWholeNumber(env.TANDEM_FOLDER_FILE_DEPTH, defaultFolderLimits.depth, 400),
  fileMs: parseWholeNumber(env.TANDEM_FOLDER_FILE_MS, defaultFolderLimits.fileMs, 600_000),
});
