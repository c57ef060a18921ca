/** The names of the scripts and styles that the built page loads before anything is done in it. */
export declare const listFirstLoadFiles: () => readonly string[];
/** Their bytes, compressed by gzip. */
export declare const countFirstLoadBytes: () => number;
