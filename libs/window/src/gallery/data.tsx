import type { Pair } from '@tandem/core';
import { useState } from 'react';

import { CodeEditor, type Language, PairTable, Rows } from '../kit/index.js';
import { Group } from './sample.js';

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
      <CodeEditor {...{ label, language, value, faultAt }} onChange={setValue} />
    </div>
  );
};

/** What shows and edits the parts of a request. */
export const Data = () => (
  <Group title="Data">
    <Pairs />
    <Rows rows={pairs} />
    {texts.map((one) => (
      <Code key={one.text} {...one} />
    ))}
  </Group>
);
