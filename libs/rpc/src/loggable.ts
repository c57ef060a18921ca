import type { Application } from '@tandem/application';
import { createRedactor } from '@tandem/core';
import { E } from '@tandem/core/fp';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * An error as a log may hold it: class, code, message and stack, secrets hidden. Other properties are left out, for a
 * database's error carries the row that was to be written. Without the secrets at hand nothing is said but the class.
 */
export const loggable = async (application: Application, error: unknown): Promise<object> => {
  const { name, code, message, stack } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const brief = { type: textOf(name) ?? typeof error, ...(textOf(code) === undefined ? {} : { code }) };
  const secrets = await application
    .hiddenSecrets()()
    .catch(() => undefined);
  if (secrets === undefined || E.isLeft(secrets)) return brief;
  const { text } = createRedactor(secrets.right);
  return { ...brief, message: text(textOf(message) ?? String(error)), stack: text(textOf(stack) ?? '') };
};
