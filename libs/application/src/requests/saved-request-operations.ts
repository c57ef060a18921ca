import {
  type AnyRequest,
  type AppResult,
  DryRun,
  ExecutionResult,
  type RequestKind,
  requestKindNames,
  type RequestKindOf,
} from '@tandem/core';
import type { StructType, t } from '@tandem/core/codec';

import type { CallContext } from '../call-context.js';
import { allowDryRun } from '../executions/execute-arguments.js';
import {
  addEffects,
  operation,
  type OperationScope,
  readEffects,
  replaceEffects,
  sendEffects,
} from '../operation.js';
import { addReturnOption, cutToReturn, toWriteResult } from './brief-results.js';
import { copySaved } from './copy-request.js';
import { DeletionResult } from './request-arguments.js';
import { createSaved, getSaved, listSaved, removeSaved, updateSaved } from './saved-requests.js';
import { runAtomically } from '../transaction.js';

/** The use cases for saved requests of any kind. */
export const createSavedRequestUseCases = <A extends AnyRequest, S>(
  { ports, view: { noteResult, guardUpdate }, agree, takeBack }: OperationScope,
  kind: RequestKindOf<A, S>,
) => {
  const get = getSaved(ports, kind);
  const itself = (one: A): readonly A[] => [one];
  return {
    list: listSaved(ports, kind),
    get: noteResult(get, itself),
    create: agree.request(noteResult(runAtomically(ports, createSaved(kind)), itself)),
    update: agree.request(noteResult(guardUpdate(runAtomically(ports, updateSaved(kind)), get), itself), get),
    remove: takeBack(removeSaved(kind)(ports)),
    copy: runAtomically(ports, copySaved(kind)),
  };
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as t.Any
type AnyStruct = StructType<any>;

/** The arguments of a kind's operations, its requests, and the pages of its list. */
interface Codecs {
  readonly list: t.Any;
  readonly page: t.Any;
  readonly get: t.Any;
  readonly create: AnyStruct;
  readonly update: AnyStruct;
  readonly execute: t.Any;
  readonly copy: AnyStruct;
  readonly remove: t.Any;
  readonly request: AnyStruct;
  /** The codec of the result of saving a request. */
  readonly saved: AnyStruct;
}

type UseCase<P extends t.Any, R extends t.Any> = (
  input: t.TypeOf<P>,
  context: CallContext,
) => AppResult<t.TypeOf<R>>;

interface UseCases<C extends Codecs> {
  readonly list: UseCase<C['list'], C['page']>;
  readonly get: UseCase<C['get'], C['request']>;
  readonly create: UseCase<C['create'], C['saved']>;
  readonly update: UseCase<C['update'], C['saved']>;
  readonly execute: UseCase<C['execute'], typeof ExecutionResult>;
  readonly copy: UseCase<C['copy'], C['request']>;
  readonly remove: UseCase<C['remove'], typeof DeletionResult>;
}

interface Kind<K extends RequestKind, C extends Codecs, U extends UseCases<C>> {
  readonly kind: K;
  readonly codecs: C;
  readonly useCases: (scope: OperationScope) => U;
  /** The descriptions of the operations that say different things for each kind. */
  readonly descriptions: { readonly update: string; readonly execute: string };
  /** The smallest tool set that includes the operations of the kind. Default: `all`. */
  readonly toolSet?: 'core';
}

const getToolSet = ({ toolSet }: { readonly toolSet?: 'core' }) => (toolSet === undefined ? {} : { toolSet });

const createReadOperations = <K extends RequestKind, C extends Codecs, U extends UseCases<C>>(
  of: Kind<K, C, U>,
) => {
  const { kind, codecs, useCases } = of;
  const { noun } = requestKindNames[kind];
  const toolSet = getToolSet(of);
  return {
    list: operation<`${K}_list`, t.TypeOf<C['list']>, t.TypeOf<C['page']>, U['list'], `${K}.list`>({
      name: `${kind}_list`,
      title: `List ${noun}s`,
      description: `Lists ${noun}s.`,
      arguments: codecs.list,
      result: codecs.page,
      effects: readEffects,
      showsSaved: true,
      ...toolSet,
      hints: { [noun]: `Use ${kind}_list to find ids.` },
      useCase: `${kind}.list`,
      run: (scope) => useCases(scope).list,
    }),
    get: operation<`${K}_get`, t.TypeOf<C['get']>, t.TypeOf<C['request']>, U['get'], `${K}.get`>({
      name: `${kind}_get`,
      title: `Get a ${noun}`,
      description: `Returns a ${noun}.`,
      arguments: codecs.get,
      result: codecs.request,
      effects: readEffects,
      showsSaved: true,
      ...toolSet,
      useCase: `${kind}.get`,
      run: (scope) => useCases(scope).get,
    }),
  };
};

const createWriteOperations = <K extends RequestKind, C extends Codecs, U extends UseCases<C>>(
  of: Kind<K, C, U>,
) => {
  const { kind, codecs, useCases, descriptions } = of;
  const { noun } = requestKindNames[kind];
  const toolSet = getToolSet(of);
  return {
    create: operation<`${K}_create`, t.TypeOf<C['create']>, t.TypeOf<C['saved']>, U['create'], `${K}.create`>(
      {
        name: `${kind}_create`,
        title: `Create a ${noun}`,
        description: `Saves a new ${noun}.`,
        arguments: addReturnOption(codecs.create),
        result: toWriteResult(codecs.saved),
        effects: addEffects,
        showsSaved: true,
        ...toolSet,
        useCase: `${kind}.create`,
        run: (scope) => cutToReturn(useCases(scope).create),
      },
    ),
    update: operation<`${K}_update`, t.TypeOf<C['update']>, t.TypeOf<C['saved']>, U['update'], `${K}.update`>(
      {
        name: `${kind}_update`,
        title: `Update a ${noun}`,
        description: descriptions.update,
        arguments: addReturnOption(codecs.update),
        result: toWriteResult(codecs.saved),
        effects: replaceEffects,
        showsSaved: true,
        ...toolSet,
        useCase: `${kind}.update`,
        run: (scope) => cutToReturn(useCases(scope).update),
      },
    ),
    remove: operation<`${K}_delete`, t.TypeOf<C['remove']>, DeletionResult, U['remove'], `${K}.remove`>({
      name: `${kind}_delete`,
      title: `Delete a ${noun}`,
      description: `Deletes a ${noun}.`,
      arguments: codecs.remove,
      result: DeletionResult,
      effects: replaceEffects,
      showsSaved: true,
      ...toolSet,
      useCase: `${kind}.remove`,
      run: (scope) => useCases(scope).remove,
    }),
  };
};

const copyOperation = <K extends RequestKind, C extends Codecs, U extends UseCases<C>>({
  kind,
  codecs,
  useCases,
}: Kind<K, C, U>) =>
  operation<`${K}_copy`, t.TypeOf<C['copy']>, t.TypeOf<C['request']>, U['copy'], `${K}.copy`>({
    name: `${kind}_copy`,
    successor: 'requests_apply',
    title: `Copy a ${requestKindNames[kind].noun}`,
    description: 'Copies it with its script.',
    arguments: addReturnOption(codecs.copy),
    result: toWriteResult(codecs.request),
    effects: addEffects,
    showsSaved: true,
    useCase: `${kind}.copy`,
    run: (scope) => cutToReturn(useCases(scope).copy),
  });

const createExecuteOperation = <K extends RequestKind, C extends Codecs, U extends UseCases<C>>({
  kind,
  codecs,
  useCases,
  descriptions,
  ...of
}: Kind<K, C, U>) =>
  operation<`${K}_execute`, t.TypeOf<C['execute']>, ExecutionResult, U['execute'], `${K}.execute`>({
    name: `${kind}_execute`,
    title: `Execute a ${requestKindNames[kind].noun}`,
    description: descriptions.execute,
    arguments: codecs.execute,
    result: allowDryRun(ExecutionResult, DryRun as StructType<unknown>),
    effects: sendEffects,
    ...getToolSet(of),
    redactsOwnResult: true,
    watched: true,
    useCase: `${kind}.execute`,
    run: (scope) => useCases(scope).execute,
  });

/** Creates the operations that every kind of saved request has. */
export const createSavedRequestOperations = <K extends RequestKind, C extends Codecs, U extends UseCases<C>>(
  kind: Kind<K, C, U>,
) => ({
  ...createReadOperations(kind),
  ...createWriteOperations(kind),
  copy: copyOperation(kind),
  execute: createExecuteOperation(kind),
});
