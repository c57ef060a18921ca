/** Patterns of tests that cannot run on this machine: those that need proxies, without them. In CI that is an error. */
export declare const excludeProxyTests: () => string[];
