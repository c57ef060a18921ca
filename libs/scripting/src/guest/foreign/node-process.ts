/** What packages of Node's modules look up of their process: no environment, and no streams to write to. */
export const process = { env: {}, noDeprecation: true, cwd: (): string => '/', nextTick: queueMicrotask };
