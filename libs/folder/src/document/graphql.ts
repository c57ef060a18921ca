import { type FolderFieldsOf, graphqlVariablesOf, graphqlVariablesText } from '@tandem/core';

import { authTree } from './auth.js';
import { pairTree } from './body.js';
import type { RequestDocumentKind } from './kind.js';
import {
  selectChosenBody,
  commonExpected,
  commonFrom,
  commonPlaces,
  commonShapes,
  nestUnlessEmpty,
  ownKey,
  requestTree,
} from './request.js';
import { getAtPath, mapOf, textOf, type TreeMap, includeIf } from '../yaml/tree.js';
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
    ...nestUnlessEmpty('headers', headers.map(pairTree)),
    body: {
      query,
      ...includeIf(graphqlVariablesText(variables) !== '', { variables: graphqlVariablesText(variables) }),
    },
    ...(auth === undefined ? {} : { auth }),
  };
};

/** The fields of a GraphQL request's file. */
const graphqlFrom = (tree: unknown, base: SomeFields | undefined): SomeFields => {
  const { [ownKey]: own, graphql } = mapOf(tree);
  const body = mapOf(selectChosenBody(mapOf(graphql).body));
  return {
    ...commonFrom(tree, 'graphql', base),
    url: textOf(getAtPath(tree, ['graphql', 'url'])) ?? '',
    query: textOf(body.query) ?? '',
    variables: graphqlVariablesOf(textOf(body.variables) ?? ''),
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
  merged: { ...commonShapes, query: 'text', variables: 'variables', operationName: 'scalar' },
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
