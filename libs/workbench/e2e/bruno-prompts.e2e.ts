import { findPrompts } from '@tandem/core';
import { expect, it } from 'vitest';

import { brunoCommon } from '../../../tools/fetch/bruno.mjs';

const texts = [
  'http://h/{{?Id}}?a={{?b}}&c={{d}}',
  '{{?Your name}} {{?Your name}}',
  '{{? Label}} {{?}} {{ }} {{?a{b}} {?c}',
  'http://h/?{{a}} {{a?b}}',
  '{{?a-b.c}} {{?ä}} {{?x/y?}} {{??}}',
  '{ "a": "{{?quoted}}", "b": [{{?n}}] }',
  '{{{?braced}}}',
] as const;

it.each(texts)('a prompt in Bruno is also a prompt in Tandem: %s', { tags: 'prompt:bruno' }, async (text) => {
  const { utils } = await brunoCommon();
  const labels = findPrompts({ deep: [text] }, () => undefined).map(({ label }) => label);
  expect(labels).toEqual(utils.extractPromptVariables({ deep: [text] }));
});

it('Bruno treats a default and a hidden answer as part of the label', { tags: 'prompt:bruno' }, async () => {
  const { utils } = await brunoCommon();
  const text = '{{?City:Oslo}} {{?Password!}}';
  expect(utils.extractPromptVariables(text)).toEqual(['City:Oslo', 'Password!']);
  expect(findPrompts(text, () => undefined)).toMatchObject([
    { label: 'City', default: 'Oslo' },
    { label: 'Password', isHidden: true },
  ]);
});
