export declare const assetsFile: string;
export declare const buildPageAssets: () => Promise<string>;
