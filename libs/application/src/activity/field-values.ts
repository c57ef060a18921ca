import {
  type Activity,
  type ActivityField,
  type Environment,
  type PendingChange,
  type Pair,
  type Workspace,
} from '@tandem/core';
import { isContainer, getOwnValue } from '@tandem/core/codec';

type Values = Readonly<Record<string, unknown>>;

/** Fields that the activity does not record. The position (`seq`) is one because it changes without a new revision. */
const unrecordedFields = new Set(['id', 'workspaceId', 'revision', 'createdAt', 'updatedAt', 'seq']);

const isObject = (value: unknown): value is Values => isContainer(value);

/** Whether two JSON values are equal, regardless of key order. */
export const isSameJson = (a: unknown, b: unknown): boolean => {
  if (!isObject(a) || !isObject(b)) return (a ?? null) === (b ?? null);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isSameJson(getOwnValue(a, name), getOwnValue(b, name)));
};

/** Describes secrets without their values: whether each has a value, and whether the change gave it another value. */
const describeSecrets = (secrets: readonly Pair[], before: readonly Pair[] | undefined): readonly Values[] =>
  secrets.map(({ name, value, enabled }) => {
    const old = before?.find((one) => one.name === name)?.value;
    const isNew = old !== undefined && old !== value;
    return { name, enabled, hasValue: value !== '', ...(isNew ? { isChanged: true } : {}) };
  });

/** The fields of an entity that the activity shows. */
const getVisibleValues = (entity: Activity['entity'], of: object, before?: object): Values => {
  switch (entity) {
    case 'workspace': {
      // Only an entry about removing or restoring a workspace contains its path.
      const { name, path, list = 'listed' } = of as Workspace & { readonly list?: string };
      return { name, path, list };
    }
    case 'environment': {
      const { name, color, description, extends: base, variables, secrets, ...one } = of as Environment;
      const shown = describeSecrets(secrets, (before as Environment | undefined)?.secrets);
      const guards = { guard: one.guard, proposedGuard: one.proposedGuard };
      return { name, color, description, extends: base, variables, secrets: shown, ...guards };
    }
    default:
      return Object.fromEntries(Object.entries(of).filter(([name]) => !unrecordedFields.has(name)));
  }
};

/** The fields that a change set. */
export const findChangedFields = (
  entity: Activity['entity'],
  { before, after }: Pick<PendingChange, 'before' | 'after'>,
): readonly ActivityField[] => {
  if (before === undefined || after === undefined) return [];
  const old = getVisibleValues(entity, before);
  const now = getVisibleValues(entity, after, before);
  return Object.keys({ ...old, ...now })
    .sort()
    .filter((name) => !isSameJson(getOwnValue(old, name), getOwnValue(now, name)))
    .map((name) => ({ name, before: getOwnValue(old, name) ?? null, after: getOwnValue(now, name) ?? null }));
};

/** Merges the fields of two consecutive changes. */
export const mergeFields = (
  first: readonly ActivityField[],
  second: readonly ActivityField[],
): readonly ActivityField[] => {
  const names = [...new Set([...first, ...second].map(({ name }) => name))].sort();
  return names.flatMap((name) => {
    const [old, now] = [first, second].map((fields) => fields.find((one) => one.name === name));
    if (old === undefined || now === undefined) return old ?? now ?? [];
    const isKept = 'before' in old && 'after' in now;
    if (!isKept) return { name };
    return isSameJson(old.before, now.after) ? [] : { name, before: old.before, after: now.after };
  });
};
