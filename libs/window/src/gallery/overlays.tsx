import { Copy, Folder, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';

import {
  Button,
  ContextMenu,
  Dialog,
  Field,
  Menu,
  MenuCheck,
  MenuChoice,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  Popover,
  SubMenu,
  Toast,
  Tooltip,
} from '../kit/index.js';
import { Group, doNothing, Sample } from './sample.js';

const Entries = () => (
  <>
    <MenuItem icon={Pencil} keys="F2" onSelect={doNothing}>
      Rename
    </MenuItem>
    <MenuItem icon={Copy} keys="Ctrl+D" onSelect={doNothing}>
      Duplicate
    </MenuItem>
    <MenuItem isDisabled onSelect={doNothing}>
      Move up
    </MenuItem>
    <SubMenu title="Move to" icon={Folder}>
      <MenuItem onSelect={doNothing}>Pets</MenuItem>
      <MenuItem onSelect={doNothing}>Pets/Cats</MenuItem>
    </SubMenu>
    <MenuSeparator />
    <MenuItem icon={Trash2} keys="Del" isDanger onSelect={doNothing}>
      Delete
    </MenuItem>
  </>
);

const ViewEntries = () => {
  const [isWrapped, setIsWrapped] = useState(true);
  const [order, setOrder] = useState<'name' | 'used'>('name');
  return (
    <>
      <MenuLabel>Order</MenuLabel>
      <MenuChoice
        value={order}
        onChange={setOrder}
        options={[
          { value: 'name', title: 'By name' },
          { value: 'used', title: 'Last used', note: 'newest first' },
        ]}
      />
      <MenuSeparator />
      <MenuCheck isOn={isWrapped} onChange={setIsWrapped}>
        Wrap lines
      </MenuCheck>
    </>
  );
};

const Removal = () => {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => {
    setIsOpen(false);
  };
  return (
    <>
      <Button
        onClick={() => {
          setIsOpen(true);
        }}
      >
        Dialog
      </Button>
      {isOpen && (
        <Dialog
          title="Delete the environment Staging?"
          description="Its 11 variables and 2 secrets are deleted with it. You can undo this."
          size="small"
          onClose={close}
          actions={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button variant="danger" onClick={close}>
                Delete
              </Button>
            </>
          }
        >
          <Field label="Type its name to confirm" placeholder="Staging" />
        </Dialog>
      )}
    </>
  );
};

/** Overlays, each opened by its button. */
export const Overlays = () => (
  <Group title="Overlays">
    <Sample name="Menu">
      <Menu trigger={<Button>Actions</Button>}>
        <Entries />
      </Menu>
      <Menu trigger={<Button>View</Button>}>
        <ViewEntries />
      </Menu>
      <ContextMenu target={<span className="gallery-target">Right click here</span>}>
        <Entries />
      </ContextMenu>
    </Sample>
    <Sample name="Over the page">
      <Popover trigger={<Button>Popover</Button>} label="Variable">
        <Field label="baseUrl" defaultValue="http://127.0.0.1:4000" hint="From the environment Staging." />
      </Popover>
      <Tooltip content="Send the request" keys="Ctrl+Enter">
        <Button>Tooltip</Button>
      </Tooltip>
      <Removal />
    </Sample>
    <div className="gallery-toasts">
      <Toast onClose={doNothing} actions={<Button isSmall>Undo</Button>}>
        agent-smith changed the URL of “Find a pet”.
      </Toast>
      <Toast tone="good">All changes are saved.</Toast>
      <Toast tone="bad" onClose={doNothing}>
        The folder cannot be read: /home/ann/shop does not exist. Choose another one.
      </Toast>
    </div>
  </Group>
);
