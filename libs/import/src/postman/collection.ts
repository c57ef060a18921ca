import type { Foreign, ForeignEvent, ImportDocument, Variable } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { fromPostmanAuth, findUnsupportedPostmanAuth } from '@tandem/core/document';

import { createDraft, type Draft, type FolderFields } from '../draft.js';
import { type Fields, getFields, isFields, getList, getObjects, getText, toText } from '../value.js';
import { convertFormat1, isFormat1 } from './format-1.js';
import {
  addPostmanRequest,
  countDescriptions,
  describeLostSettings,
  getDescription,
  parseSettings,
} from './request.js';
import { parseVariables } from './sent.js';

const events: Readonly<Record<string, ForeignEvent>> = { prerequest: 'beforeRequest', test: 'tests' };

const getScriptAddress = (src: unknown): string => (isFields(src) ? getText(src, 'raw') : toText(src));

/** Drops variables that are followed by another one of their name, which is the one that counts in Postman. */
const dropOverridden = (
  draft: Draft,
  variables: readonly Variable[],
  location: string,
): readonly Variable[] => {
  const lasts = new Map(variables.flatMap((one) => (one.enabled ? [[one.name, one] as const] : [])));
  return variables.filter((one) => {
    if (!one.enabled || lasts.get(one.name) === one) return true;
    draft.leaveOut(
      location,
      `a variable ${one.name} before another one of this name, which is the one that counts`,
    );
    return false;
  });
};

/** Parses the scripts of an item, unchanged; null if it has none. */
const parseScripts = (draft: Draft, item: Fields, location: string): Foreign => {
  const texts = new Map<ForeignEvent, string>();
  for (const event of isFields(item.event) ? [item.event] : getObjects(item, 'event')) {
    const { exec = isFields(event.script) ? undefined : event.script, src } = getFields(event, 'script');
    const packages = Object.keys(getFields(getFields(event, 'script'), 'packages'));
    if (packages.length > 0)
      draft.leaveOut(location, `the packages that its script requires from Postman: ${packages.join(', ')}`);
    if (exec === undefined && src !== undefined)
      draft.leaveOut(location, `its script at ${getScriptAddress(src)}, which is not fetched; paste it`);
    const text = Array.isArray(exec) ? exec.map(toText).join('\n') : toText(exec);
    if (text.trim() === '' || event.disabled === true) continue;
    const name = getOwnValue(events, getText(event, 'listen'));
    if (name === undefined) draft.leaveOut(location, `its script for “${getText(event, 'listen')}”`);
    // Postman runs several scripts of one event one after the other.
    else texts.set(name, [texts.get(name), text].filter((one) => one !== undefined).join('\n'));
  }
  return texts.size === 0 ? null : { dialect: 'postman', ...Object.fromEntries(texts) };
};

/** Reads the fields of a collection or folder that its requests inherit. */
const readInheritedFields = (draft: Draft, item: Fields, location: string): FolderFields => {
  const auth = fromPostmanAuth(item.auth);
  if (auth === undefined)
    draft.leaveOut(
      location,
      `the auth “${getText(getFields(item, 'auth'), 'type')}” has no counterpart; its auth is none`,
    );
  const variables = dropOverridden(draft, parseVariables(item, 'variable'), location);
  const description = getDescription(item);
  const settings = parseSettings(item);
  for (const what of [...findUnsupportedPostmanAuth(item.auth), ...describeLostSettings(item)])
    draft.leaveOut(location, what);
  const foreign = parseScripts(draft, item, location);
  return {
    ...(foreign === null ? {} : { foreign }),
    ...(description === '' ? {} : { description }),
    ...(auth?.type === 'inherit' ? {} : { auth: auth ?? { type: 'none' } }),
    ...(variables.length === 0 ? {} : { variables }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  };
};

/** The location to which items are added. */
interface ItemsLocation {
  readonly folder: string;
  /** The names of the item groups around them, as messages say them. */
  readonly around: string;
  /** The auth that they inherit, in Postman's form. */
  readonly auth: unknown;
  /** The names of the collection's variables. */
  readonly shared: ReadonlySet<string>;
}

/**
 * Removes the variables of a folder that the collection has, too. Postman takes the values of the collection, as it ignores the variables
 * of folders.
 */
const dropShadowing = (
  draft: Draft,
  { variables = [], ...fields }: FolderFields,
  { location, shared }: Pick<ItemsLocation, 'shared'> & { readonly location: string },
): FolderFields => {
  for (const { name, enabled } of variables)
    if (enabled && shared.has(name))
      draft.leaveOut(location, `its variable ${name}, which Postman ignores; that of the collection counts`);
  const kept = variables.filter(({ name }) => !shared.has(name));
  return { ...fields, ...(kept.length === 0 ? {} : { variables: kept }) };
};

const addItems = (
  draft: Draft,
  items: readonly unknown[],
  { folder, around, auth, shared }: ItemsLocation,
): void => {
  for (const item of items) {
    if (!isFields(item)) continue;
    const name = getText(item, 'name');
    const location = around === '' ? name : `${around}/${name}`;
    if (Array.isArray(item.item)) {
      const fields = dropShadowing(draft, readInheritedFields(draft, item, location), { location, shared });
      const path = draft.addFolder(folder, name, fields);
      const own = fromPostmanAuth(item.auth)?.type === 'inherit' ? auth : item.auth;
      addItems(draft, item.item, { folder: path, around: location, auth: own, shared });
    } else if (item.request !== undefined) {
      const foreign = parseScripts(draft, item, location);
      addPostmanRequest(draft, item, { folder, location, foreign, inheritedAuth: auth });
    } else draft.leaveOut(location, 'it has neither a request nor items');
  }
};

/** The name of a collection. Collections that programs write may lack `info`; newman runs them anyway. */
const getCollectionName = (collection: Fields): string =>
  getText(getFields(collection, 'info'), 'name') || getText(collection, 'name') || 'Postman collection';

/** Adds a collection to the import, in a folder of its own or as the whole import. */
export const addCollection = (draft: Draft, collection: Fields, as: 'folder' | 'whole'): void => {
  const info = getFields(collection, 'info');
  const name = getCollectionName(collection);
  const description = getDescription(info);
  const fields: FolderFields = {
    // Set this even without scripts, so that an environment overrides the collection's variables as in Postman.
    foreign: { dialect: 'postman' },
    ...readInheritedFields(draft, collection, name),
    ...(description === '' ? {} : { description }),
  };
  if (as === 'whole') draft.setRoot(fields);
  const folder = as === 'whole' ? '' : draft.addFolder('', name, fields);
  const around = as === 'whole' ? '' : name;
  const shared = new Set((fields.variables ?? []).flatMap((one) => (one.enabled ? [one.name] : [])));
  addItems(draft, getList(collection, 'item'), { folder, around, auth: collection.auth, shared });
  const described = countDescriptions(collection);
  if (described > 0)
    draft.leaveOut(
      name,
      `the descriptions of ${described} ${described === 1 ? 'row' : 'rows'}, such as parameters and headers`,
    );
};

/** Adds a collection in format 1. */
export const addFormat1 = (draft: Draft, given: Fields, as: 'folder' | 'whole'): Fields => {
  const { collection, unlisted } = convertFormat1(given);
  addCollection(draft, collection, as);
  for (const name of unlisted) draft.leaveOut(name, 'it is in no folder, so that Postman does not show it');
  return collection;
};

/** Reads a Postman collection, format 1, 2.0 or 2.1 (schema.postman.com). */
export const readPostmanCollection = (document: Fields, why: string): ImportDocument => {
  const draft = createDraft();
  // Exports of Postman's API wrap the collection in an object.
  const given = isFields(document.collection) ? document.collection : document;
  const collection = isFormat1(given) ? addFormat1(draft, given, 'whole') : given;
  if (collection === given) addCollection(draft, collection, 'whole');
  const name = getCollectionName(collection);
  const source = getText(getFields(collection, 'info'), '_postman_id');
  return draft.finish({ format: 'postman', why, name, source });
};
