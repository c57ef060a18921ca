import type { Application } from '@tandem/application';
import { createRedactor } from '@tandem/core';
import { E } from '@tandem/core/fp';

const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * An error in a form that may be logged: class, code, message and stack, with secrets hidden. Other properties are dropped,
 * because a database error contains the row to be written. If the secrets cannot be read, only the class and code remain.
 */
export const toLoggableError = async (application: Application, error: unknown): Promise<object> => {
  const { name, code, message, stack } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const brief = { type: toText(name) ?? typeof error, ...(toText(code) === undefined ? {} : { code }) };
  const secrets = await application
    .hiddenSecrets()()
    .catch(() => undefined);
  if (secrets === undefined || E.isLeft(secrets)) return brief;
  const { text } = createRedactor(secrets.right);
  return { ...brief, message: text(toText(message) ?? String(error)), stack: text(toText(stack) ?? '') };
};
