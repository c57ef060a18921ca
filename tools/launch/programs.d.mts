export declare const bundledApps: readonly string[];
export declare const programOf: (app: string) => string;
