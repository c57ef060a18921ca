import type { FolderFieldsOf } from '@tandem/core';

import { authTree } from './auth.js';
import { pairTree } from './body.js';
import type { RequestDocumentKind } from './kind.js';
import {
  chosen,
  commonExpected,
  commonFrom,
  commonPlaces,
  commonShapes,
  filled,
  ownKey,
  requestTree,
} from './request.js';
import { at, mapOf, textOf, type TreeMap, when } from './tree.js';
import type { SomeFields } from './fields.js';

const graphqlDetails = ({
  url,
  headers,
  query,
  variables,
  auth: given,
}: FolderFieldsOf['graphql']): TreeMap => {
  const auth = authTree(given);
  return {
    method: 'POST',
    url,
    ...filled('headers', headers.map(pairTree)),
    body: {
      query,
      ...when(Object.keys(variables).length > 0, { variables: JSON.stringify(variables, null, 2) }),
    },
    ...(auth === undefined ? {} : { auth }),
  };
};

/** The fields of a GraphQL request's file. @throws SyntaxError when its variables are no JSON object */
const graphqlFrom = (tree: unknown, base: SomeFields | undefined): SomeFields => {
  const { [ownKey]: own, graphql } = mapOf(tree);
  const body = mapOf(chosen(mapOf(graphql).body));
  const text = textOf(body.variables)?.trim() ?? '';
  const parsed: unknown = text === '' ? {} : JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new SyntaxError('the variables are not a JSON object');
  return {
    ...commonFrom(tree, 'graphql', base),
    url: textOf(at(tree, ['graphql', 'url'])) ?? '',
    query: textOf(body.query) ?? '',
    variables: mapOf(parsed),
    operationName:
      own === undefined && base !== undefined
        ? (base.operationName ?? null)
        : (textOf(mapOf(own).operationName) ?? null),
  };
};

/** The document of a GraphQL request. */
export const graphqlDocument: RequestDocumentKind<'graphql'> = {
  type: 'graphql',
  idPath: [ownKey, 'id'],
  namePath: ['info', 'name'],
  misfitPath: ['graphql', 'body', 'variables'],
  merged: { ...commonShapes, query: 'text', variables: 'record', operationName: 'scalar' },
  places: {
    ...commonPlaces('graphql'),
    query: [['graphql', 'body', 'query']],
    variables: [['graphql', 'body', 'variables']],
    operationName: [[ownKey, 'operationName']],
  },
  expected: () => [
    [['graphql', 'url'], 'text'],
    [['graphql', 'headers'], 'list'],
    [['graphql', 'body', 'query'], 'text'],
    [['graphql', 'body', 'variables'], 'text'],
    ...commonExpected('graphql'),
  ],
  tree: (id, fields) =>
    requestTree(
      id,
      fields,
      ['graphql', graphqlDetails(fields)],
      fields.operationName == null ? {} : { operationName: fields.operationName },
    ),
  from: graphqlFrom,
};
