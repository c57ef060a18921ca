/** The process that packages of Node's modules expect: no environment, and no streams to write to. */
export const process = { env: {}, noDeprecation: true, cwd: (): string => '/', nextTick: queueMicrotask };
