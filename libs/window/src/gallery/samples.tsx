import { Columns2, Copy, Plus, Rows2, Search, Send, Trash2, Inbox, Folder, Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import {
  Button,
  IconButton,
  MenuItem,
  SegmentedControl,
  SplitButton,
  Badge,
  EmptyState,
  Kbd,
  Method,
  Table,
  Tabs,
  ContextMenu,
  Dialog,
  Field,
  Menu,
  MenuCheck,
  MenuChoice,
  MenuLabel,
  MenuSeparator,
  Popover,
  SubMenu,
  Toast,
  Tooltip,
} from '../kit/index.js';

/** A group of samples under a heading. */
export const Group = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="gallery-group" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** A row of the gallery: its title and the samples. */
export const Sample = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="gallery-sample">
    <span className="quiet">{name}</span>
    <div>{children}</div>
  </div>
);

/** The handler of controls that have no effect in the gallery. */
export const doNothing = (): void => undefined;

const variants = ['default', 'primary', 'quiet', 'danger'] as const;

const Places = () => {
  const [place, setPlace] = useState<'right' | 'below'>('right');
  return (
    <SegmentedControl
      label="Response"
      value={place}
      onChange={setPlace}
      options={[
        { value: 'right', title: 'Right', icon: Columns2 },
        { value: 'below', title: 'Below', icon: Rows2 },
      ]}
    />
  );
};

const Views = () => {
  const [view, setView] = useState<'pretty' | 'raw' | 'hex' | 'preview'>('raw');
  return (
    <SegmentedControl
      label="View"
      value={view}
      onChange={setView}
      options={[
        { value: 'pretty', title: 'Pretty' },
        { value: 'raw', title: 'Raw' },
        { value: 'hex', title: 'Hex' },
        { value: 'preview', title: 'Preview' },
      ]}
    />
  );
};

/** Buttons of all kinds. */
export const Buttons = () => (
  <Group title="Buttons">
    <Sample name="Button">
      {variants.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button icon={Plus}>New request</Button>
      <Button isSmall>small</Button>
      <Button isSmall icon={Copy}>
        Copy
      </Button>
    </Sample>
    <Sample name="Button, disabled">
      {variants.map((variant) => (
        <Button key={variant} variant={variant} disabled>
          {variant}
        </Button>
      ))}
    </Sample>
    <Sample name="IconButton">
      <IconButton icon={Search} label="Search" keys="Ctrl+F" />
      <IconButton icon={Columns2} label="Side by side" aria-pressed />
      <IconButton icon={Plus} label="New" look="boxed" />
      <IconButton icon={Copy} label="Copy" look="small" />
      <IconButton icon={Trash2} label="Delete" isDanger />
      <IconButton icon={Search} label="Search nothing" disabled />
    </Sample>
    <Sample name="SplitButton">
      <SplitButton
        variant="primary"
        icon={Send}
        menuLabel="More ways to send"
        menu={<MenuItem onSelect={doNothing}>Preview</MenuItem>}
      >
        Send
      </SplitButton>
      <SplitButton menuLabel="More ways to save" menu={<MenuItem onSelect={doNothing}>Save as …</MenuItem>}>
        Save
      </SplitButton>
    </Sample>
    <Sample name="Segmented">
      <Views />
      <Places />
    </Sample>
  </Group>
);

const runs = [
  { id: '1', method: 'GET', name: 'Find a pet', status: 200, ms: 41 },
  { id: '2', method: 'POST', name: 'Adopt', status: 201, ms: 128 },
  { id: '3', method: 'DELETE', name: 'Return', status: 404, ms: 9 },
] as const;

const Runs = () => (
  <Table
    label="Runs"
    rows={runs}
    keyOf={({ id }) => id}
    isChosen={({ id }) => id === '2'}
    onRow={doNothing}
    columns={[
      { key: 'method', title: '', isNarrow: true, cell: ({ method }) => <Method method={method} /> },
      { key: 'name', title: 'Request', cell: ({ name }) => name },
      {
        key: 'status',
        title: 'Status',
        cell: ({ status }) => <Badge tone={status < 400 ? 'good' : 'bad'}>{status}</Badge>,
      },
      { key: 'ms', title: 'Time', align: 'end', cell: ({ ms }) => `${ms} ms` },
    ]}
  />
);

const titles = ['Body', 'Headers', 'Cookies', 'Tests', 'Console', 'Timeline', 'Request'] as const;

const Response = ({ label, className }: { readonly label: string; readonly className: string }) => {
  const [value, setValue] = useState<string>('Tests');
  return (
    <Tabs
      label={label}
      className={className}
      value={value}
      onChange={setValue}
      tabs={titles.map((title, index) => ({
        key: title,
        title,
        count: index === 1 ? 12 : 0,
        content: <p className="quiet">{title}</p>,
      }))}
    />
  );
};

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'GQL', 'PURGE'];

/** Components that show content. */
export const Contents = () => (
  <Group title="Content">
    <Sample name="Method">
      {methods.map((method) => (
        <Method key={method} method={method} />
      ))}
    </Sample>
    <Sample name="Badge">
      {(['plain', 'good', 'bad', 'warn', 'accent'] as const).map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
    </Sample>
    <Sample name="Kbd">
      <Kbd keys="Ctrl+Shift+F" />
    </Sample>
    <Response label="Response" className="gallery-wide" />
    <Response label="Response in a narrow pane" className="gallery-narrow" />
    <Runs />
    <EmptyState icon={Inbox} title="No runs yet" actions={<Button variant="primary">New run</Button>}>
      A run sends the requests of a folder one after the other.
    </EmptyState>
  </Group>
);

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
