import type { ImportDocument, ImportedEnvironment } from '@tandem/core';

import { createDraft } from '../draft.js';
import { type Fields, getFields, isFields, getObjects, createPair, getText } from '../value.js';
import { addCollection, addFormat1 } from './collection.js';
import { isFormat1 } from './format-1.js';
import { parseVariable } from './sent.js';

const isEnabled = (one: Fields): boolean => one.enabled !== false && one.disabled !== true;

/** Drops repeated variables. If several enabled variables have the same name, the last variable counts, as in Postman. */
const dropRepeated = (rows: readonly Fields[]): readonly Fields[] => {
  const lasts = new Map(
    rows.flatMap((one, at) => (isEnabled(one) ? [[getText(one, 'key'), at] as const] : [])),
  );
  return rows.filter((one, at) => !isEnabled(one) || lasts.get(getText(one, 'key')) === at);
};

const parseEnvironment = (document: Fields, fallback: string): ImportedEnvironment => {
  const rows = dropRepeated(getObjects(document, 'values').filter((one) => getText(one, 'key') !== ''));
  const row = (one: Fields) => createPair(getText(one, 'key'), getText(one, 'value'), isEnabled(one));
  const isSecret = (one: Fields): boolean => getText(one, 'type') === 'secret';
  return {
    name: getText(document, 'name') || fallback,
    variables: rows.filter((one) => !isSecret(one)).map((one) => parseVariable(one, isEnabled(one))),
    secrets: rows.filter(isSecret).map(row),
  };
};

/**
 * Converts globals as older versions of Postman export them, a list of variables, to today's form; undefined
 * for other documents.
 */
export const toPostmanGlobals = (value: unknown): Fields | undefined =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => isFields(one) && typeof one.key === 'string' && 'value' in one && 'enabled' in one)
    ? { name: 'Globals', values: value, _postman_variable_scope: 'globals' }
    : undefined;

/** Reads a Postman environment or globals. */
export const readPostmanEnvironment = (document: Fields, why: string): ImportDocument => {
  const draft = createDraft();
  const given = isFields(document.environment) ? document.environment : document;
  const isGlobals = getText(given, '_postman_variable_scope') === 'globals';
  // Tandem's scripts find globals by this name, whatever name Postman gives to those of a workspace.
  const environment = isGlobals
    ? { ...parseEnvironment(given, 'Globals'), name: 'Globals' }
    : parseEnvironment(given, 'Postman environment');
  draft.addEnvironment(environment);
  return draft.finish({ format: 'postman-environment', why, name: environment.name });
};

/** Reads all data of a Postman account, as Postman exports it. */
export const readPostmanDump = (document: Fields, why: string): ImportDocument => {
  const draft = createDraft();
  for (const collection of getObjects(document, 'collections')) {
    const name = getText(getFields(collection, 'info'), 'name') || getText(collection, 'name');
    if (Array.isArray(collection.item)) addCollection(draft, collection, 'folder');
    else if (isFormat1(collection)) addFormat1(draft, collection, 'folder');
    else draft.leaveOut(name, 'the collection has neither items nor requests');
  }
  for (const one of getObjects(document, 'environments'))
    draft.addEnvironment(parseEnvironment(one, 'Postman environment'));
  const globals = getObjects(document, 'globals');
  if (globals.length > 0) draft.addEnvironment(parseEnvironment({ values: globals }, 'Globals'));
  return draft.finish({ format: 'postman-dump', why, name: 'Postman' });
};
