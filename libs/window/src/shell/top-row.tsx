import { Search } from 'lucide-react';
import type { ReactNode } from 'react';

import { IconButton } from '../kit/index.js';
import type { Summary } from '../requests/saved-request.js';
import { AgentsAtWork } from '../agents/agents-at-work.js';
import { EnvironmentSwitcher } from '../environments/environment-switcher.js';
import { TabStrip, type TabStripProps } from './tab-strip.js';
import { WorkspaceMenu, type WorkspaceMenuProps } from '../workspaces/workspace-menu.js';

interface Props extends TabStripProps, WorkspaceMenuProps {
  readonly requests: readonly Summary[];
  /** The button that shows and hides the list of requests. */
  readonly listButton: ReactNode;
  readonly onPalette: () => void;
}

/** The row above everything: the workspace, the open tabs, the environment, agents at work and the palette. */
export const TopRow = ({ listButton, onPalette, edit, onEdit, onRun, onExport, ...tabs }: Props) => (
  <header className="top-row">
    {listButton}
    <WorkspaceMenu requests={tabs.requests} {...{ edit, onEdit, onRun, onExport }} />
    <TabStrip {...tabs} />
    <div className="top-end">
      <AgentsAtWork requests={tabs.requests} />
      <EnvironmentSwitcher />
      <IconButton
        icon={Search}
        label="Find a command, request or environment"
        keys="Ctrl+K"
        onClick={onPalette}
      />
    </div>
  </header>
);
