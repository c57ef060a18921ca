import type { Pair } from '@tandem/core';
import { useState } from 'react';

import { Buttons, Group, doNothing, Sample, Contents, Overlays } from './samples.js';
import { CodeEditor, type Language, PairTable, Rows, Combobox, Field, Select } from '../kit/index.js';

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

/** Inputs and selects. */
const Fields = () => (
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
      <Field
        label="Folder"
        labelPosition="beside"
        defaultValue="Pets/Cats"
        hint="Separate folders by a slash."
      />
      <Field label="Disabled" defaultValue="read only" disabled />
    </div>
  </Group>
);

const pairs: readonly Pair[] = [
  { name: 'accept', value: 'application/json', enabled: true },
  { name: 'x-trace', value: 'on', enabled: false },
];

const Pairs = () => {
  const [rows, setRows] = useState(pairs);
  return <PairTable label="Header" rows={rows} onChange={setRows} />;
};

const texts: readonly { readonly language: Language; readonly text: string; readonly faultAt?: number }[] = [
  { language: 'json', text: '{\n  "name": "Tandem",\n  "legs": 4,\n  "tame": true\n}' },
  { language: 'json', text: '{ "name": }', faultAt: 10 },
  { language: 'javascript', text: "test('answers 200', () => {\n  expect(res.status).toBe(200);\n});" },
];

const Code = ({ language, text, faultAt }: (typeof texts)[number]) => {
  const [value, setValue] = useState(text);
  const label = faultAt === undefined ? language : `${language} with an error`;
  return (
    <div className="gallery-code">
      <CodeEditor label={label} language={language} value={value} faultAt={faultAt} onChange={setValue} />
    </div>
  );
};

/** Views and editors of the parts of a request. */
const Data = () => (
  <Group title="Data">
    <Pairs />
    <Rows rows={pairs} />
    {texts.map((one) => (
      <Code key={one.text} {...one} />
    ))}
  </Group>
);

/** The shared components in all states, with constant data. */
export const Gallery = () => (
  <main className="gallery">
    <h1>Components</h1>
    <div className="gallery-columns">
      <div>
        <Buttons />
        <Fields />
        <Overlays />
      </div>
      <div>
        <Contents />
        <Data />
      </div>
    </div>
  </main>
);
