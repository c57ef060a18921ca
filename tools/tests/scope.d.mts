export declare const scope: string;
export declare const everydayPages: readonly string[];
export declare const namedFiles: readonly string[];
export declare const isEveryday: (file: string) => boolean;
export declare const testFiles: (folder: string) => string[];
export declare const listExcludedTests: (folder: string) => string[];
