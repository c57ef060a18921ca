import { createBase64Form, createHexForm, numberForm } from './byte-forms.js';
import type { Form } from './form.js';
import { listBase64Bytes, listInnerBase64, toUtf8 } from './spelling.js';
import { createTextForm } from './text-form.js';

/** Minimum length of a value that is searched in more forms than text and base64, in UTF-16 units. */
export const minExtendedLength = 8;

/** Encodings of a value that are searched together. */
export type Family = 'text' | 'reversed' | 'base64' | 'base64-twice' | 'hex' | 'numbers';

const extendedFamilies = ['text', 'base64', 'base64-twice', 'hex', 'numbers'] as const;

/** The families in which a value is searched. A value of signs only is not searched backwards. */
export const listFamilies = (value: string): readonly Family[] => {
  if (value.length < minExtendedLength) return ['text', 'base64'];
  return /[\p{L}\p{N}]/u.test(value) ? [...extendedFamilies, 'reversed'] : extendedFamilies;
};

const shifts = [0, 1, 2] as const;

const createBase64Forms = (all: readonly Uint8Array[], mayBreak: boolean): readonly Form[] =>
  all.flatMap((bytes) => shifts.map((shift) => createBase64Form(bytes, shift, mayBreak)));

/**
 * The forms of a family: text with its escapes; the same backwards; base64 at each of its three alignments, as in
 * `Basic` credentials (RFC 7617), which OAuth 2.0 percent-encodes first; base64 of that; hexadecimal and decimal
 * bytes.
 */
export const createForms = (value: string, family: Family): readonly Form[] => {
  const isExtended = value.length >= minExtendedLength;
  switch (family) {
    case 'text':
      return [createTextForm(value, isExtended)];
    case 'reversed':
      return [createTextForm(Array.from(value).reverse().join(''), isExtended)];
    case 'base64':
      return createBase64Forms(listBase64Bytes(value), isExtended);
    case 'base64-twice':
      return createBase64Forms(listInnerBase64(value).map(toUtf8), true);
    case 'hex':
      return [createHexForm(value)];
    case 'numbers':
      return [numberForm(value)];
  }
};
