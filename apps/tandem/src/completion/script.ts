import type { CommandProgram, Subcommand } from '@tandem/node/cli/commands';

type Shell = 'bash' | 'zsh' | 'fish';

interface CompletionEntry {
  readonly name: string;
  readonly description: string;
  /** The possible arguments; empty if the arguments are files. */
  readonly words: readonly string[];
  readonly flags: readonly {
    readonly name: string;
    readonly description: string;
    readonly takesValue: boolean;
  }[];
}

/** One entry for each first word, with the flags of all commands that start with it. */
const toCompletionEntries = (commands: readonly Subcommand[]): readonly CompletionEntry[] => {
  const words = new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''));
  return [...words].map((name) => {
    const own = commands.filter((one) => one.name.split(' ')[0] === name);
    const flags = own.flatMap((one) => Object.values(one.flags ?? {}));
    return {
      name,
      description: own[0]?.description ?? '',
      words: own.flatMap(({ words = [] }) => words),
      flags: flags.map((flag) => ({
        name: /--[\w-]+/.exec(flag.flags)?.[0] ?? '',
        description: flag.description,
        takesValue: flag.isSwitch !== true,
      })),
    };
  });
};

const generateBash = (program: string, commands: readonly CompletionEntry[]): string => {
  const cases = commands.map(
    ({ name, flags, words }) =>
      `    ${name}) flags="${[...flags.map((flag) => flag.name), '--help'].join(' ')}" words="${words.join(' ')}" ;;`,
  );
  return `_${program}() {
  local current=\${COMP_WORDS[COMP_CWORD]} flags= words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$current")
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  if [[ $current == -* ]]; then mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$current")
  elif [[ -n $words ]]; then mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  else mapfile -t COMPREPLY < <(compgen -f -- "$current"); fi
}
complete -o filenames -F _${program} ${program}
`;
};

const quoteForZsh = (text: string): string =>
  text.replace(/['\\[\]:]/g, (mark) => (mark === "'" ? "'\\''" : `\\${mark}`));

const generateZsh = (program: string, commands: readonly CompletionEntry[]): string => {
  const names = commands.map(({ name, description }) => `    '${name}:${quoteForZsh(description)}'`);
  const cases = commands.map(({ name, flags, words }) => {
    const rest = words.length === 0 ? "'*:file:_files'" : `'*:argument:(${words.join(' ')})'`;
    const specs = flags.map(
      (flag) => `'*${flag.name}[${quoteForZsh(flag.description)}]${flag.takesValue ? ':value:_files' : ''}'`,
    );
    return `    ${name}) _arguments ${[...specs, "'--help[show help]'", rest].join(' ')} ;;`;
  });
  return `#compdef ${program}
_${program}() {
  local -a commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command=$words[2]
  shift words; (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _${program} ${program}
`;
};

const quoteForFish = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

const generateFish = (program: string, commands: readonly CompletionEntry[]): string =>
  commands
    .flatMap(({ name, description, flags, words }) => [
      `complete -c ${program} -n __fish_use_subcommand -f -a ${name} -d ${quoteForFish(description)}`,
      ...(words.length === 0
        ? []
        : [`complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -f -a '${words.join(' ')}'`]),
      ...flags.map(
        (flag) =>
          `complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -l ${flag.name.slice(2)} ${flag.takesValue ? '-r ' : ''}-d ${quoteForFish(flag.description)}`,
      ),
    ])
    .map((line) => `${line}\n`)
    .join('');

const scripts = { bash: generateBash, zsh: generateZsh, fish: generateFish } as const;

/** Generates a script that completes the commands of a program, their flags and files. */
export const generateCompletionScript = (shell: Shell, { name, commands }: CommandProgram): string =>
  scripts[shell](name, toCompletionEntries(commands));
