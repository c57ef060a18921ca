export declare const tools: readonly string[];
export declare const fetchTool: (name: string) => Promise<string>;
export declare const fetchProgram: (name: string, program: string) => Promise<string>;
export declare const fetchModule: (name: string, specifier: string) => Promise<string>;
