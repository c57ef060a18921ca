import { defineSubcommand } from '@tandem/node/cli/commands';
import { defineSwitchFlag } from '@tandem/node/cli/flags';

/** The command that creates a workspace folder with example files. */
export const initCommand = defineSubcommand({
  name: 'init',
  description: 'Make a workspace folder to start from',
  args: [['[folder]', 'the folder to make or to add to; default: this folder']],
  flags: {
    skill: defineSwitchFlag({
      flags: '--skill',
      description: 'Also make .claude/skills/tandem/SKILL.md, which teaches agents',
    }),
  },
  examples: `Makes tandem/ with one request, its test and an environment, .gitignore, AGENTS.md and
.github/workflows/api.yml. It writes nothing if one of these files exists.
In a folder with a workspace, --skill makes the skill alone.

Examples:
  tandem init my-api
  tandem init
  tandem init --skill

Exit codes: 0 made, 2 a file exists, 3 the folder cannot be written.`,
  run: async ([folder], output, { skill }) =>
    (await import('./init-folder.js')).initFolder(folder, output, skill),
});
