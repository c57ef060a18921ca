export declare const bundledApps: readonly string[];
export declare const getProgramPath: (app: string) => string;
