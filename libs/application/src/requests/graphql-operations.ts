import { GraphqlRequest, requestKinds } from '@tandem/core';

import { executeOrDryRun } from '../executions/dry-run.js';
import { executeSaved } from '../executions/execute.js';
import { ExecuteGraphqlArguments } from '../executions/execute-arguments.js';
import { reportProblems } from '../schemas/check-saved.js';
import { CheckedGraphqlRequest, requestArguments } from './request-arguments.js';
import { createSavedRequestOperations, createSavedRequestUseCases } from './saved-request-operations.js';

const { list, get, create, update, execute, copy, remove } = createSavedRequestOperations({
  kind: 'graphql',
  codecs: {
    ...requestArguments.graphql,
    execute: ExecuteGraphqlArguments,
    request: GraphqlRequest,
    saved: CheckedGraphqlRequest,
  },
  useCases: (scope) => {
    const saved = createSavedRequestUseCases(scope, requestKinds.graphql);
    return {
      ...saved,
      create: reportProblems(scope, saved.create),
      update: reportProblems(scope, saved.update),
      execute: executeOrDryRun(scope.ports, requestKinds.graphql, executeSaved(scope.ports).graphql),
    };
  },
  descriptions: {
    update: 'Changes the given fields, replaces lists and variables.',
    execute: 'Like rest_execute; GraphQL errors are part of the response and do not fail it.',
  },
});

export const graphqlCopy = copy;

/** In the order in which interfaces list them. */
export const graphqlOperations = [list, get, create, update, execute, remove] as const;
