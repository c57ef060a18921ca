export declare const fetchNewman: () => Promise<string>;
