import { expect, it } from 'vitest';

import { asKind } from './body-kinds.js';

it('keeps what the new kind can hold', () => {
  const fields = [{ name: 'a', value: '1', enabled: true }];
  expect(asKind({ type: 'json', content: '{}' }, 'text')).toEqual({ type: 'text', content: '{}' });
  expect(asKind({ type: 'form-urlencoded', fields }, 'multipart')).toEqual({
    type: 'multipart',
    parts: fields,
  });
  const parts = [...fields, { name: 'f', file: 'a.txt', enabled: true }];
  expect(asKind({ type: 'multipart', parts }, 'form-urlencoded')).toEqual({
    type: 'form-urlencoded',
    fields,
  });
  expect(asKind({ type: 'json', content: '{}' }, 'none')).toEqual({ type: 'none' });
});
