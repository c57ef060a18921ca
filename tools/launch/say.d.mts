export declare const root: string;
export declare const say: (line: string) => void;
export declare const runOrExit: (program: string, args: readonly string[], env?: NodeJS.ProcessEnv) => void;
