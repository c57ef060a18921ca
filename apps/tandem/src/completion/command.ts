import { type CommandProgram, type Subcommand, defineSubcommand } from '@tandem/node/cli/commands';

const shells = ['bash', 'zsh', 'fish'] as const;

/** Prints the completion of the command line for a shell. */
export const createCompletionCommand = (program: () => CommandProgram): Subcommand =>
  defineSubcommand({
    name: 'completion',
    description: 'Print what completes commands and flags in a shell',
    args: [['<shell>', shells.join(', ')]],
    words: shells,
    examples: `Examples:
  tandem completion bash > ~/.local/share/bash-completion/completions/tandem
  tandem completion zsh > "\${fpath[1]}/_tandem"
  tandem completion fish > ~/.config/fish/completions/tandem.fish

Exit codes: 0 printed, 2 wrong usage.`,
    run: async ([given], { out, error }) => {
      const shell = shells.find((one) => one === given);
      if (shell === undefined) {
        error(`tandem: There is no completion for ${given ?? ''}; there is one for ${shells.join(', ')}.\n`);
        return 2;
      }
      const { generateCompletionScript: completionScript } = await import('./script.js');
      out(completionScript(shell, program()));
      return 0;
    },
  });
