export declare const fetchNode: () => Promise<string>;
