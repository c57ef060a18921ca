export declare const fetchBruno: () => Promise<string>;

/** How Bruno reads and writes the document of a folder. */
export interface BrunoFiles {
  readonly parseFolder: (text: string, options: { readonly format: 'yml' }) => unknown;
  readonly stringifyFolder: (folder: unknown, options: { readonly format: 'yml' }) => string;
}

export declare const brunoFiles: () => Promise<BrunoFiles>;

/** The part of `@usebruno/common` that the tests compare with. */
export interface BrunoCommon {
  readonly utils: { readonly extractPromptVariables: (value: unknown) => readonly string[] };
}

export declare const brunoCommon: () => Promise<BrunoCommon>;
