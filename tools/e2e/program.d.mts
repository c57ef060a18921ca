export interface LaunchedProgram {
  readonly pid: number;
  readonly out: { readonly stdout: string; readonly stderr: string };
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  readonly lines: (lines: number) => Promise<string[]>;
  readonly stop: (
    signal?: NodeJS.Signals,
  ) => Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

export declare const launch: (
  app: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
  cwd?: string,
) => LaunchedProgram;

export declare const temporaryFolder: () => Promise<{
  readonly path: string;
  readonly remove: () => Promise<void>;
}>;
