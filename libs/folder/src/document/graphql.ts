import { type FolderFieldsOf, parseGraphqlVariables, formatGraphqlVariables } from '@tandem/core';

import { toAuthTree } from './auth.js';
import { toPairTree } from './body.js';
import type { RequestDocumentKind, SomeFields } from './fields.js';
import {
  selectChosenBody,
  listCommonShapes,
  parseCommonFields,
  listCommonPaths,
  commonShapes,
  nestUnlessEmpty,
  ownKey,
  toRequestTree,
} from './request.js';
import { getAtPath, toMap, toText, type TreeMap, includeIf } from '../yaml/tree.js';

const toGraphqlDetails = ({
  url,
  headers,
  query,
  variables,
  auth: given,
}: FolderFieldsOf['graphql']): TreeMap => {
  const auth = toAuthTree(given);
  return {
    method: 'POST',
    url,
    ...nestUnlessEmpty('headers', headers.map(toPairTree)),
    body: {
      query,
      ...includeIf(formatGraphqlVariables(variables) !== '', {
        variables: formatGraphqlVariables(variables),
      }),
    },
    ...(auth === undefined ? {} : { auth }),
  };
};

/** Reads the fields of a GraphQL request's file. */
const parseGraphql = (tree: unknown, base: SomeFields | undefined): SomeFields => {
  const { [ownKey]: own, graphql } = toMap(tree);
  const body = toMap(selectChosenBody(toMap(graphql).body));
  return {
    ...parseCommonFields(tree, 'graphql', base),
    url: toText(getAtPath(tree, ['graphql', 'url'])) ?? '',
    query: toText(body.query) ?? '',
    variables: parseGraphqlVariables(toText(body.variables) ?? ''),
    operationName:
      own === undefined && base !== undefined
        ? (base.operationName ?? null)
        : (toText(toMap(own).operationName) ?? null),
  };
};

/** The document of a GraphQL request. */
export const graphqlDocument: RequestDocumentKind<'graphql'> = {
  type: 'graphql',
  idPath: [ownKey, 'id'],
  namePath: ['info', 'name'],
  misfitPath: ['graphql', 'body', 'variables'],
  merged: { ...commonShapes, query: 'text', variables: 'variables', operationName: 'scalar' },
  paths: {
    ...listCommonPaths('graphql'),
    query: [['graphql', 'body', 'query']],
    variables: [['graphql', 'body', 'variables']],
    operationName: [[ownKey, 'operationName']],
  },
  expected: () => [
    [['graphql', 'url'], 'text'],
    [['graphql', 'headers'], 'list'],
    [['graphql', 'body', 'query'], 'text'],
    [['graphql', 'body', 'variables'], 'text'],
    ...listCommonShapes('graphql'),
  ],
  tree: (id, fields) =>
    toRequestTree(
      id,
      fields,
      ['graphql', toGraphqlDetails(fields)],
      fields.operationName == null ? {} : { operationName: fields.operationName },
    ),
  from: parseGraphql,
};
