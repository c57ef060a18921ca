export declare const fetchBruno: () => Promise<string>;
