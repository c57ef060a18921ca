import type { Body, Pair } from '@tandem/core';

/** The kinds of body, with the words that a person chooses by. */
export const bodyKinds = {
  none: 'No body',
  json: 'JSON',
  text: 'Text',
  'form-urlencoded': 'Form (URL-encoded)',
  multipart: 'Multipart form',
  binary: 'Binary file',
} as const satisfies Readonly<Record<Body['type'], string>>;

const textOf = (body: Body): string => ('content' in body ? body.content : '');

const fieldsOf = (body: Body): readonly Pair[] => {
  if (body.type === 'form-urlencoded') return body.fields;
  if (body.type !== 'multipart') return [];
  return body.parts.flatMap((part) =>
    'file' in part ? [] : [{ name: part.name, value: part.value, enabled: part.enabled }],
  );
};

/** The body as another kind, with what both kinds can hold. */
export const convertBody = (body: Body, type: Body['type']): Body => {
  switch (type) {
    case 'none':
      return { type };
    case 'json':
    case 'text':
      return { type, content: textOf(body) };
    case 'form-urlencoded':
      return { type, fields: fieldsOf(body) };
    case 'multipart':
      return { type, parts: fieldsOf(body) };
    case 'binary':
      return { type, file: body.type === 'binary' ? body.file : '' };
  }
};
