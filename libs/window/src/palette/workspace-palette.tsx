import { formatFolderKey } from '../folders/tree/tree.js';
import type { Summary } from '../requests/saved-request.js';
import { useEnvironmentChoice } from '../environments/use-environment-calls.js';
import { useShowFolder } from '../folders/use-folders.js';
import { Palette } from './palette.js';
import { type CommandContext, useCommands } from './use-commands.js';
import type { PaletteMode } from '../shell/use-keys.js';

export interface WorkspacePaletteProps {
  readonly mode: PaletteMode;
  readonly acting: CommandContext;
  readonly folders: readonly string[];
  readonly requests: readonly Summary[];
  readonly onClose: () => void;
  readonly show: (key: string) => void;
}

/** The environments and folders for the palette. */
const usePlaces = (folders: readonly string[], { reveal, sending: { run } }: CommandContext) => {
  const { environments, activate, deactivate } = useEnvironmentChoice();
  const showFolder = useShowFolder();
  return {
    environments: [
      ...environments.map(({ id, name }) => ({
        title: `Use the environment ${name}`,
        run: () => activate(id),
      })),
      { title: 'Use no environment', run: deactivate },
    ],
    folders: folders.flatMap((path) => [
      { title: `Show the folder ${path}`, run: () => reveal(formatFolderKey(path)) },
      { title: `Settings of the folder ${path}`, run: () => showFolder(path) },
      { title: `Run the folder ${path}`, run: () => run({ kind: 'folder', path }) },
    ]),
  };
};

/** The palette with everything that can be done in the workspace, collected when it opens. */
export const WorkspacePalette = ({ acting, folders, ...props }: WorkspacePaletteProps) => {
  const commands = useCommands(acting);
  const places = usePlaces(folders, acting);
  return <Palette {...props} commands={commands} {...places} />;
};
