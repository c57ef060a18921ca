export declare const assetsFile: string;
export declare const pageAssets: () => Promise<string>;
