import type { ImportDocument, ImportedEnvironment } from '@tandem/core';

import { createDraft } from '../draft.js';
import { type Fields, fieldsAt, isFields, objectsAt, pair, textAt } from '../value.js';
import { addCollection } from './collection.js';
import { variableOf } from './sent.js';

const environmentOf = (document: Fields, fallback: string): ImportedEnvironment => {
  const rows = objectsAt(document, 'values').filter((one) => textAt(one, 'key') !== '');
  const row = (one: Fields) => pair(textAt(one, 'key'), textAt(one, 'value'), one.enabled !== false);
  const isSecret = (one: Fields): boolean => textAt(one, 'type') === 'secret';
  return {
    name: textAt(document, 'name') || fallback,
    variables: rows.filter((one) => !isSecret(one)).map((one) => variableOf(one, one.enabled !== false)),
    secrets: rows.filter(isSecret).map(row),
  };
};

/** A Postman environment or globals. */
export const readPostmanEnvironment = (document: Fields, why: string): ImportDocument => {
  const draft = createDraft();
  const given = isFields(document.environment) ? document.environment : document;
  const isGlobals = textAt(given, '_postman_variable_scope') === 'globals';
  const environment = environmentOf(given, isGlobals ? 'Globals' : 'Postman environment');
  draft.addEnvironment(environment);
  return draft.finish({ format: 'postman-environment', why, name: environment.name });
};

/** All data of a Postman account, as exported without the archive. */
export const readPostmanDump = (document: Fields, why: string): ImportDocument => {
  const draft = createDraft();
  for (const collection of objectsAt(document, 'collections')) {
    const name = textAt(fieldsAt(collection, 'info'), 'name') || textAt(collection, 'name');
    if (Array.isArray(collection.item)) addCollection(draft, collection, 'folder');
    else draft.leaveOut(name, 'the collection has format 1; export it from Postman in format 2.1');
  }
  for (const one of objectsAt(document, 'environments'))
    draft.addEnvironment(environmentOf(one, 'Postman environment'));
  const globals = objectsAt(document, 'globals');
  if (globals.length > 0) draft.addEnvironment(environmentOf({ values: globals }, 'Globals'));
  return draft.finish({ format: 'postman-dump', why, name: 'Postman' });
};
