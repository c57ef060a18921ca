import { useState } from 'react';

import { Combobox, Field, Select } from '../kit/index.js';
import { Group, doNothing, Sample } from './sample.js';

const environments = [
  { value: 'local', title: 'Local', note: '8 variables' },
  { value: 'staging', title: 'Staging', note: '11 variables' },
  { value: 'production', title: 'Production' },
] as const;

const Environment = () => {
  const [value, setValue] = useState<'local' | 'staging' | 'production'>('staging');
  return <Select label="Environment" value={value} options={environments} onChange={setValue} />;
};

const Header = () => {
  const [value, setValue] = useState('');
  const names = ['accept', 'accept-language', 'authorization', 'cache-control', 'content-type', 'user-agent'];
  return (
    <Combobox
      label="Header name"
      placeholder="Header name"
      value={value}
      options={names.map((name) => ({ value: name, title: name }))}
      onChange={setValue}
    />
  );
};

/** What is typed into and chosen from. */
export const Fields = () => (
  <Group title="Fields">
    <Sample name="Select">
      <Environment />
      <Select label="Quiet" look="quiet" value="local" options={environments} onChange={doNothing} />
      <Select label="Empty" value={undefined} options={environments} onChange={doNothing} />
      <Select label="Disabled" isDisabled value="local" options={environments} onChange={doNothing} />
    </Sample>
    <Sample name="Combobox">
      <Header />
    </Sample>
    <Sample name="Checkbox">
      <input type="checkbox" aria-label="On" checked readOnly />
      <input type="checkbox" aria-label="Off" />
      <input type="checkbox" aria-label="Disabled" checked disabled readOnly />
    </Sample>
    <div className="gallery-fields">
      <Field label="Name" defaultValue="Find a pet" />
      <Field label="Timeout (ms)" defaultValue="30000" hint="The whole request may take this long." />
      <Field label="URL" defaultValue="localhost" error="This is not a URL. Add a path or a port." />
      <Field label="Token" placeholder="{{token}}" type="password" />
      <Field label="Folder" place="beside" defaultValue="Pets/Cats" hint="Separate folders by a slash." />
      <Field label="Disabled" defaultValue="read only" disabled />
    </div>
  </Group>
);
