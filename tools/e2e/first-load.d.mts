/** The bytes, compressed by gzip, of the scripts and styles that the built page loads before anything is done in it. */
export declare const firstLoadBytes: () => number;
