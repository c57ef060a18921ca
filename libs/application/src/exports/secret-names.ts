import { createRedactor, replaceMarkersByVariables, type Secret } from '@tandem/core';
import { isContainer, mapText, type t } from '@tandem/core/codec';

/** Replaces secret values with `{{NAME}}`. */
export const createSecretNamer = (secrets: readonly Secret[]) => {
  const redactor = createRedactor(secrets);
  const text = (written: string): string => replaceMarkersByVariables(redactor.text(written));
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (!isContainer(value)) {
      const shown = String(value);
      return text(shown) === shown ? value : text(shown);
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [text(key), json(one)]));
  };
  return {
    text,
    json,
    /** A value of `codec`. Whatever the codec fixes stays. */
    as: <A>(codec: t.Any, value: A): A => mapText(codec, { text, json })(value) as A,
  };
};
