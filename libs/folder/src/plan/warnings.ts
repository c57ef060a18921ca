import { type FolderWarning, isRequestKind, listBases, type StoredEntity } from '@tandem/core';

import { findUnusedCertificates } from '../document/connections.js';
import type { FileContent } from '../document/entity-file.js';
import type { FolderFile } from '../files/tree.js';
import { getDirectory } from '../layout/paths.js';
import type { FindSecret } from '../secrets/search.js';
import { isFault, parse } from '../yaml/parse.js';
import { toText } from '../yaml/tree.js';
import type { FoundEntity } from './identity.js';

/**
 * Warns about environments that extend each other in a cycle, or extend an environment that does not exist in a file or in the app. They
 * are imported anyway, and executions with them report this too.
 */
export const findBaseWarnings = (
  found: Iterable<FoundEntity>,
  stored: readonly StoredEntity[],
): readonly FolderWarning[] => {
  const environments = [...found].flatMap(({ id, kind, file, fields }) => {
    if (kind !== 'environment') return [];
    const { name, extends: base } = fields();
    return [{ id, name: toText(name) ?? '', extends: toText(base) ?? '', path: file.path }];
  });
  const inFiles = new Set(environments.map(({ id }) => id));
  // Decoding takes time, so other entities of the app are skipped.
  const inApp = stored.flatMap((one) =>
    one.kind === 'environment' && !inFiles.has(one.id)
      ? [{ id: one.id, name: one.fields.name, extends: one.fields.extends, path: '' }]
      : [],
  );
  return environments.flatMap((one): readonly FolderWarning[] => {
    const { bases, broken } = listBases(one, [...environments, ...inApp]);
    if (broken === undefined) return [];
    if (broken.kind === 'missing') {
      if (broken.of !== one.name) return [];
      const message = `extends "${broken.name}", which is not an environment here; create it or choose another base`;
      return [{ code: 'environmentBaseMissing', message, path: one.path }];
    }
    if (broken.name !== one.name) return [];
    const chain = [one, ...bases, one].map(({ name }) => name).join(' → ');
    const message = `extends makes a cycle: ${chain}; choose another base in one of these files`;
    return [{ code: 'environmentCycle', message, path: one.path }];
  });
};

/** The directory whose order an entity is a part of; undefined if it has no position. */
const findLevel = ({ kind, file: { path } }: FoundEntity): string | undefined => {
  if (kind === 'folder') return getDirectory(getDirectory(path));
  return isRequestKind(kind) ? getDirectory(path) : undefined;
};

/**
 * Warns about entries of a folder with the same position, one warning for each folder. Two branches that add a request each give both the
 * same position, for example. Requests and folders are counted apart unless the folder mixes them.
 */
export const findPositionWarnings = (
  found: Iterable<FoundEntity>,
  getPosition: (one: FoundEntity) => number | null,
): readonly FolderWarning[] => {
  const all = [...found];
  const mixed = new Set(
    all.flatMap((one) =>
      (one.kind === 'folder' || one.kind === 'workspace') && one.fields().order === 'mixed'
        ? [getDirectory(one.file.path)]
        : [],
    ),
  );
  const first = new Map<string, string>();
  const repeated = new Map<string, { readonly path: string; readonly message: string }>();
  for (const one of all) {
    const level = findLevel(one);
    const seq = level === undefined ? null : getPosition(one);
    if (level === undefined || seq === null) continue;
    const { path } = one.file;
    const key = JSON.stringify([level, seq, !mixed.has(level) && one.kind === 'folder']);
    const before = first.get(key);
    if (before === undefined) first.set(key, path);
    else if (!repeated.has(level)) {
      const message = `info.seq ${seq} is also that of ${before}, so both keep the order in which they were added; give one of them another number`;
      repeated.set(level, { path, message });
    }
  }
  return [...repeated.values()].map((one) => ({ code: 'positionRepeated', ...one }));
};

/** Warns about client certificates in the manifest that are never sent. They stay in the file. */
export const findCertificateWarnings = (found: Iterable<FoundEntity>): readonly FolderWarning[] =>
  [...found].flatMap(({ kind, file: { path, text } }) => {
    if (kind !== 'workspace' || !text.includes('clientCertificates')) return [];
    const parsed = parse(text);
    if (isFault(parsed)) return [];
    return findUnusedCertificates(parsed.tree).map((index) => ({
      code: 'certificateUnused',
      message: `config.clientCertificates[${index}] is kept but shown to no server; it must have the type pem with certificateFilePath and privateKeyFilePath, or pkcs12 with pkcs12FilePath`,
      path,
    }));
  });

const describeExposedSecret = (name: string): string =>
  `It has a value of the secret "${name}", which is not read. Set it in the app, and remove it from the file before you commit it.`;

const describeExposedElsewhere = (name: string): string =>
  `It contains the value of the secret "${name}" in a comment or a key that is not Tandem's. Remove it; if it was committed, replace the secret.`;

/** Warns about secrets in a file that Tandem cannot remove, so that a person must. */
export const findExposedSecrets = (
  find: FindSecret,
  { path, text }: Pick<FolderFile, 'path' | 'text'>,
  content: FileContent | null,
  withheld: readonly unknown[] = [],
): readonly FolderWarning[] => {
  const bare = (content?.bareSecrets ?? []).map(describeExposedSecret);
  // A value in a field is reported as withheld, with the name of the field.
  const secret = bare.length + withheld.length === 0 ? find(text) : undefined;
  const messages = secret === undefined ? bare : [describeExposedElsewhere(secret)];
  return messages.map((message) => ({ code: 'secretInFile', message, path }));
};
