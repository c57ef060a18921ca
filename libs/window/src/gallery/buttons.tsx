import { Columns2, Copy, Plus, Rows2, Search, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button, IconButton, MenuItem, SegmentedControl, SplitButton } from '../kit/index.js';
import { Group, doNothing, Sample } from './sample.js';

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
