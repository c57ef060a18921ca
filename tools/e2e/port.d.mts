export declare const quietPort: () => Promise<number>;
