import { expect, it } from 'vitest';

import { convertBody } from './body-editor.js';

it('changing the kind of a body keeps what the new kind supports', () => {
  const fields = [{ name: 'a', value: '1', enabled: true }];
  expect(convertBody({ type: 'json', content: '{}' }, 'text')).toEqual({ type: 'text', content: '{}' });
  expect(convertBody({ type: 'form-urlencoded', fields }, 'multipart')).toEqual({
    type: 'multipart',
    parts: fields,
  });
  const parts = [...fields, { name: 'f', file: 'a.txt', enabled: true }];
  expect(convertBody({ type: 'multipart', parts }, 'form-urlencoded')).toEqual({
    type: 'form-urlencoded',
    fields,
  });
  expect(convertBody({ type: 'json', content: '{}' }, 'none')).toEqual({ type: 'none' });
});
