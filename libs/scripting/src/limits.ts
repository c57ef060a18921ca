import { ownValue } from '@tandem/core/codec';

/** What one script may use up. Each is a named setting; times are milliseconds, sizes bytes unless said otherwise. */
export interface ScriptLimits {
  /** Heap of one execution, in MiB. */
  readonly memoryMb: number;
  /** CPU time of one handler. */
  readonly cpuMs: number;
  /** Time on the clock of one handler. */
  readonly wallMs: number;
  /** Resident memory of a host process, in MiB. */
  readonly hostMemoryMb: number;
  readonly answerBytes: number;
  readonly scriptBytes: number;
  /** What a handler may return, as JSON. */
  readonly resultBytes: number;
  readonly consoleLines: number;
  readonly consoleBytes: number;
  readonly tests: number;
  readonly timers: number;
}

export const defaultLimits: ScriptLimits = {
  memoryMb: 128,
  cpuMs: 2_000,
  wallMs: 10_000,
  hostMemoryMb: 512,
  answerBytes: 4 * 1024 * 1024,
  scriptBytes: 1024 * 1024,
  resultBytes: 64 * 1024,
  consoleLines: 200,
  consoleBytes: 64 * 1024,
  tests: 1_000,
  timers: 1_000,
};

/** The environment variable of each limit. */
export const limitVariables = {
  memoryMb: 'TANDEM_SCRIPT_MEMORY_MB',
  cpuMs: 'TANDEM_SCRIPT_CPU_MS',
  wallMs: 'TANDEM_SCRIPT_WALL_MS',
  hostMemoryMb: 'TANDEM_SCRIPT_HOST_MEMORY_MB',
  answerBytes: 'TANDEM_SCRIPT_ANSWER_BYTES',
  scriptBytes: 'TANDEM_SCRIPT_SOURCE_BYTES',
  resultBytes: 'TANDEM_SCRIPT_RESULT_BYTES',
  consoleLines: 'TANDEM_SCRIPT_CONSOLE_LINES',
  consoleBytes: 'TANDEM_SCRIPT_CONSOLE_BYTES',
  tests: 'TANDEM_SCRIPT_TESTS',
  timers: 'TANDEM_SCRIPT_TIMERS',
} as const satisfies Record<keyof ScriptLimits, string>;

/** isolated-vm takes no smaller heap, in MiB. */
const leastMemoryMb = 8;

/**
 * The limits that environment variables set, such as `TANDEM_SCRIPT_CPU_MS`.
 * @throws an error naming the variable that is no whole number above zero
 */
export const limitsFromEnvironment = (env: Readonly<Record<string, string | undefined>>): ScriptLimits => {
  const limits = { ...defaultLimits } as Record<keyof ScriptLimits, number>;
  for (const [key, variable] of Object.entries(limitVariables) as [keyof ScriptLimits, string][]) {
    const text = ownValue(env, variable);
    if (text === undefined || text === '') continue;
    const least = key === 'memoryMb' ? leastMemoryMb : 1;
    const value = /^\d{1,10}$/.test(text) ? Number(text) : 0;
    if (value < least)
      throw new Error(`${variable}=${text} is invalid; it takes a whole number from ${least}`);
    limits[key] = value;
  }
  return limits;
};
