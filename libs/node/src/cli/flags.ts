import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';

/** A flag of a program and its environment variable. */
export interface Flag<A> {
  /** In the form of `--help`, such as `--port <n>`. */
  readonly flags: string;
  readonly description: string;
  /** The environment variable of the flag, if it has one. */
  readonly env?: string;
  /**
   * Reads a value. `before` is the value so far if the flag repeats. This is a method, so that flags with different value types fit into
   * one record.
   */
  read(text: string, before: A | undefined): A;
  readonly fallback: A;
  /** Whether the flag takes no value. */
  readonly isSwitch?: boolean;
  /** The value of a flag such as `--flag [value]` if the command line has the flag without a value. */
  readonly preset?: string;
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** The values of a record of flags. */
export type ValuesOf<F> = { readonly [K in keyof F]: F[K] extends Flag<infer A> ? A : never };

type Spec = Pick<Flag<unknown>, 'flags' | 'description' | 'env' | 'preset'>;

/** An integer from `minimum` to `maximum`. */
export const defineIntegerFlag = <A extends number | undefined>(
  spec: Spec & { readonly fallback: A; readonly minimum: number; readonly maximum: number },
): Flag<number | A> => ({
  ...spec,
  read: (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= spec.minimum && value <= spec.maximum) return value;
    throw new InvalidArgumentError(`It takes a whole number from ${spec.minimum} to ${spec.maximum}.`);
  },
});

const parseNonEmpty = (text: string): string => {
  if (text.trim() === '') throw new InvalidArgumentError('It takes a value that is not empty.');
  return text;
};

/** Any non-empty string. */
export const defineTextFlag = <A extends string | undefined>(
  spec: Spec & { readonly fallback: A },
): Flag<string | A> => ({ ...spec, read: parseNonEmpty });

/** Defines a flag whose value `parse` reads, or says what is wrong with it. */
export const defineParsedFlag = <A>(
  spec: Spec & { readonly fallback: A; readonly parse: (text: string) => A | { readonly problem: string } },
): Flag<A> => ({
  ...spec,
  read: (text) => {
    const value = spec.parse(text);
    if (typeof value === 'object' && value !== null && 'problem' in value)
      throw new InvalidArgumentError(value.problem);
    return value;
  },
});

/** Defines a flag with a choice of values. */
export const defineChoiceFlag = <W extends string, A extends W | undefined>(
  spec: Spec & { readonly choices: readonly W[]; readonly fallback: A },
): Flag<W | A> => ({
  ...spec,
  read: (text) => {
    const found = spec.choices.find((choice) => choice === text);
    if (found === undefined) throw new InvalidArgumentError(`It takes one of ${spec.choices.join(', ')}.`);
    return found;
  },
});

/** The pattern that each value of a list must match, and its description for error messages. */
interface Shape {
  readonly pattern: RegExp;
  readonly words: string;
}

/** Defines a repeatable flag. Commas separate the values in its variable and, with `commas`, in the flag too. */
export const defineListFlag = ({
  shape,
  commas = false,
  ...spec
}: Spec & { readonly shape?: Shape; readonly commas?: boolean }): Flag<readonly string[]> => ({
  ...spec,
  fallback: [],
  read: (text, before) => {
    if (shape?.pattern.test(text) === false) throw new InvalidArgumentError(`It takes ${shape.words}.`);
    const values = commas ? text.split(',').map((one) => one.trim()) : [text];
    return [...(before ?? []), ...values.map(parseNonEmpty)];
  },
});

/** Defines a flag without a value. Its variable accepts 1, true, yes, 0, false and no. */
export const defineSwitchFlag = (spec: Spec): Flag<boolean> => ({
  ...spec,
  fallback: false,
  isSwitch: true,
  read: (text) => {
    if (/^(1|true|yes)$/i.test(text)) return true;
    if (/^(0|false|no|)$/i.test(text)) return false;
    throw new InvalidArgumentError('It takes true or false.');
  },
});

/** The result of a command line that is invalid, or that asks for help or the version. */
export interface EndedCommandLine {
  readonly exitCode: 0 | 2;
  /** The text to print: to stdout if the exit code is 0, otherwise to stderr. */
  readonly text: string;
}

export interface Program<F extends Flags> {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly flags: F;
}

/** Reads a value from the environment with the same rules as on the command line. */
const readEnvironmentFlag = (flag: Flag<unknown>, env: NodeJS.ProcessEnv): unknown => {
  const text = flag.env !== undefined && Object.hasOwn(env, flag.env) ? env[flag.env] : undefined;
  if (text === undefined || text === '') return flag.fallback;
  const several = Array.isArray(flag.fallback) ? text.split(',').filter(Boolean) : [text];
  try {
    return several.reduce<unknown>((before, one) => flag.read(one, before), undefined);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new CommanderError(2, 'env', `error: ${flag.env}=${text} is invalid. ${error.message}`);
  }
};

/** Adds options for `flags` to a command. {@link readFlagValues} reads them. */
export const addFlags = (command: Command, flags: Flags): void => {
  for (const [key, flag] of Object.entries(flags)) {
    const more = flag.env === undefined ? '' : ` [${flag.env}]`;
    const option = new Option(flag.flags, `${flag.description}${more}`);
    option.negate = false; // otherwise commander would define `--no-window` as `window` with the default true
    if (!flag.isSwitch) option.argParser((text: string, before: unknown) => flag.read(text, before));
    if (flag.preset !== undefined) option.preset(flag.preset);
    option.attributeName = () => key;
    command.addOption(option);
  }
};

/**
 * Returns the values of `flags`. Each comes from the command line that `command` has parsed, otherwise from the environment, otherwise from
 * the default.
 */
export const readFlagValues = <F extends Flags>(
  command: Command,
  flags: F,
  env: NodeJS.ProcessEnv,
): ValuesOf<F> => {
  const given = command.opts<Record<string, unknown>>();
  const values = Object.entries(flags).map(
    ([key, flag]) =>
      [key, (Object.hasOwn(given, key) ? given[key] : undefined) ?? readEnvironmentFlag(flag, env)] as const,
  );
  return Object.fromEntries(values) as ValuesOf<F>;
};

const createCommand = (program: Program<Flags>, out: string[]): Command => {
  const command = new Command(program.name)
    .description(program.description)
    .version(program.version)
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ writeOut: (text) => out.push(text), writeErr: () => undefined });
  addFlags(command, program.flags);
  return command;
};

/**
 * Reads a command line. Flags take precedence over the environment, and the environment over the defaults.
 * @param argv the arguments without the interpreter and the script
 */
export const readFlags = <F extends Flags>(
  program: Program<F>,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): { readonly values: ValuesOf<F> } | { readonly ended: EndedCommandLine } => {
  const out: string[] = [];
  try {
    const command = createCommand(program, out).parse([...argv], { from: 'user' });
    return { values: readFlagValues(command, program.flags, env) };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { ended: { exitCode: 0, text: out.join('') } };
    const text = `${program.name}: ${error.message.replace(/^error: /, '')} (--help lists the flags)`;
    return { ended: { exitCode: 2, text: text.replace(/\s*\n\s*/g, ' ') } };
  }
};

/** The flags of every application that opens a workbench. */
export const workbenchFlags = {
  dataDir: defineTextFlag({
    flags: '--data-dir <folder>',
    description: "Data folder (default: the platform's folder for application data)",
    env: 'TANDEM_DATA_DIR',
    fallback: undefined,
  }),
  workspace: defineListFlag({
    flags: '--workspace <folder>',
    description:
      'Open this folder as a workspace, creating it if needed; repeatable, the last one becomes active',
    env: 'TANDEM_WORKSPACE',
  }),
  allowEnvSecrets: defineListFlag({
    flags: '--allow-env-secrets <names>',
    description:
      'Let every workspace use the TANDEM_SECRET_ values of these secrets (comma-separated), or of all',
    env: 'TANDEM_ALLOW_ENV_SECRETS',
    commas: true,
  }),
  recover: defineChoiceFlag({
    flags: '--recover <how>',
    description:
      'How to recover a damaged database: not at all, from its newest backup, or with a new one; the damaged file is kept',
    env: 'TANDEM_RECOVER',
    choices: ['no', 'backup', 'new'],
    fallback: 'no',
  }),
  keychain: defineChoiceFlag({
    flags: '--keychain <use>',
    description:
      "Whether a new key for secrets is put into the platform's keychain; without one it is in secrets.key of the data folder",
    env: 'TANDEM_KEYCHAIN',
    choices: ['yes', 'no'],
    fallback: 'yes',
  }),
  rotateKey: defineSwitchFlag({
    flags: '--rotate-key',
    description: 'Encrypt all secrets with a new key; no other program may use the data folder meanwhile',
  }),
} as const;
