import { Search } from 'lucide-react';

import { AgentsAtWork } from '../agents/agents-at-work.js';
import { ColorDot } from '../environments/colors.js';
import { useEnvironmentChoice } from '../environments/use-environment-calls.js';
import { IconButton, Select } from '../kit/index.js';
import { useRequests } from '../requests/requests.js';
import { useShortcut } from '../settings/preferences.js';
import { WorkspaceMenu } from '../workspaces/workspace-menu.js';
import { ListButton } from './list-over.js';
import { useShow } from './page.js';
import { TabStrip } from './tab-strip.js';
import { useWorkspace } from './workspace-stores.js';

/** An option that is not an environment. Its value cannot be the id of one. */
const noEnvironmentOption = 'none';
const editOption = 'edit';

/** A transparent color dot, which aligns the name with the others in the list. */
const noDot = <span className="color-dot" data-absent aria-hidden="true" />;

/** Shows the active environment, activates another one or none, and links to the environments screen. */
const EnvironmentSwitcher = () => {
  const { environments, activate, deactivate } = useEnvironmentChoice();
  const show = useShow();
  const choose = (value: string): void => {
    if (value === editOption) show('environments');
    else if (value === noEnvironmentOption) deactivate();
    else activate(value);
  };
  return (
    <Select
      label="Active environment"
      className="environment-switcher"
      look="quiet"
      value={environments.find(({ active }) => active)?.id ?? noEnvironmentOption}
      options={[
        { value: noEnvironmentOption, title: 'No environment', mark: noDot },
        ...environments.map(({ id, name, color }) => ({
          value: id,
          title: name,
          mark: color === '' ? noDot : <ColorDot color={color} />,
        })),
        { value: editOption, title: 'Edit environments …', mark: noDot },
      ]}
      onChange={choose}
    />
  );
};

/** The top row: the workspace, the open tabs, the environment, agents at work and the palette. */
export const TopRow = () => {
  const { palette } = useWorkspace();
  const { requests } = useRequests();
  return (
    <header className="top-row">
      <ListButton />
      <WorkspaceMenu />
      <TabStrip />
      <div className="top-end">
        <AgentsAtWork requests={requests} />
        <EnvironmentSwitcher />
        <IconButton
          icon={Search}
          label="Find a command, request or environment"
          keys={useShortcut('palette')}
          onClick={() => palette.set('commands')}
        />
      </div>
    </header>
  );
};
