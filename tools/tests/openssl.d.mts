/** Patterns of tests that cannot run on this machine: those that make certificates, without OpenSSL. In CI that is an error. */
export declare const excludeOpensslTests: () => string[];
