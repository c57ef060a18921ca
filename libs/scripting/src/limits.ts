import { scriptCallLimits, SettingError } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

/**
 * The limits of a script, each of which can be configured. Times are in milliseconds and sizes in bytes, unless the comment of a limit says
 * otherwise.
 */
export interface ScriptLimits {
  /** The size of the heap of one execution, in MiB. */
  readonly memoryMb: number;
  /** CPU time of one handler. */
  readonly cpuMs: number;
  /** Wall-clock time of one handler. */
  readonly wallMs: number;
  /** Resident memory of a host process, in MiB. */
  readonly hostMemoryMb: number;
  readonly answerBytes: number;
  readonly scriptBytes: number;
  /** The return value of a handler as JSON. */
  readonly resultBytes: number;
  readonly consoleLines: number;
  readonly consoleBytes: number;
  readonly tests: number;
  readonly timers: number;
  /** How many requests a handler may send or execute. */
  readonly calls: number;
  /** How deeply executions that scripts start may be nested. */
  readonly nesting: number;
  /** The bodies of all responses that an execution's calls return, together. */
  readonly callBytes: number;
}

/** The default limits of scripts. */
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
  calls: 100,
  nesting: scriptCallLimits.nesting,
  callBytes: 16 * 1024 * 1024,
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
  calls: 'TANDEM_SCRIPT_CALLS',
  nesting: 'TANDEM_SCRIPT_NESTING',
  callBytes: 'TANDEM_SCRIPT_CALL_BYTES',
} as const satisfies Record<keyof ScriptLimits, string>;

/** The smallest size of a heap that isolated-vm accepts, in MiB. */
const minMemoryMb = 8;

/**
 * Reads the limits from environment variables such as `TANDEM_SCRIPT_CPU_MS`.
 * @throws an error that names a variable whose value is not a positive whole number
 */
export const readScriptLimits = (env: Readonly<Record<string, string | undefined>>): ScriptLimits => {
  const limits = { ...defaultLimits } as Record<keyof ScriptLimits, number>;
  for (const [key, variable] of Object.entries(limitVariables) as [keyof ScriptLimits, string][]) {
    const text = getOwnValue(env, variable);
    if (text === undefined || text === '') continue;
    const least = key === 'memoryMb' ? minMemoryMb : 1;
    const value = /^\d{1,10}$/.test(text) ? Number(text) : 0;
    if (value < least)
      throw new SettingError(`${variable}=${text} is invalid; it takes a whole number from ${least}`);
    limits[key] = value;
  }
  return limits;
};
