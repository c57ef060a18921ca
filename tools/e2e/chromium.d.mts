export declare const findChromium: () => string | undefined;
export declare const withoutBrowser: () => string[];
export declare const findWholeChromium: () => string | undefined;
export declare const withoutWindow: () => string[];
