export declare const findChromium: () => string | undefined;
export declare const excludeBrowserTests: () => string[];
export declare const findWholeChromium: () => string | undefined;
export declare const excludeWindowTests: () => string[];
