import { ExecuteGraphql, requestArguments } from '@tandem/application';
import { GraphqlRequest } from '@tandem/core';

import { savedRequestMethods } from './saved-requests.js';

const { list, get, create, update, execute, remove } = savedRequestMethods({
  kind: 'graphql',
  codecs: { ...requestArguments.graphql, execute: ExecuteGraphql, request: GraphqlRequest },
  handles: ({ graphql }) => graphql,
  descriptions: {
    update: 'Changes the given fields; lists and variables are replaced as a whole.',
    execute:
      'Sends a saved GraphQL request with its lifecycle script; GraphQL errors are part of the response and do not fail the execution.',
  },
});

/** In the order in which interfaces list them. */
export const graphqlMethods = [list, get, create, update, execute, remove] as const;
