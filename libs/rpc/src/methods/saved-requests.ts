import { type CallContext, DeletionResult, type UseCases } from '@tandem/application';
import { type AppResult, DryRun, ExecutionResult, type RequestKind, requestKindNames } from '@tandem/core';
import type { StructType, t } from '@tandem/core/codec';

import { adds, method, reads, replaces, sends } from '../method.js';
import { cutToReturn, addReturnOption, toWriteResult } from '@tandem/application';
import { allowDryRun } from '@tandem/application';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as t.Any
type AnyStruct = StructType<any>;

/** The arguments of a kind's methods, its requests, and the pages of its list. */
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
}

type Handle<P extends t.Any, R extends t.Any> = (
  params: t.TypeOf<P>,
  context: CallContext,
) => AppResult<t.TypeOf<R>>;

interface Handles<C extends Codecs> {
  readonly list: Handle<C['list'], C['page']>;
  readonly get: Handle<C['get'], C['request']>;
  readonly create: Handle<C['create'], C['request']>;
  readonly update: Handle<C['update'], C['request']>;
  readonly execute: Handle<C['execute'], typeof ExecutionResult>;
  readonly copy: Handle<C['copy'], C['request']>;
  readonly remove: Handle<C['remove'], typeof DeletionResult>;
}

interface Kind<K extends RequestKind, C extends Codecs> {
  readonly kind: K;
  readonly codecs: C;
  readonly handles: (application: UseCases) => Handles<C>;
  /** Descriptions of its tools that differ from those of other kinds. */
  readonly descriptions: { readonly update: string; readonly execute: string };
  /** The set of tools that contains its execution; default `all`. */
  readonly executeIn?: 'core';
}

/** What agents with a small context are offered, which shows what is saved. */
const ofCore = { showsSaved: true, toolSet: 'core' } as const;

const createStoredMethods = <K extends RequestKind, C extends Codecs>(of: Kind<K, C>) => {
  const { kind, codecs, handles, descriptions } = of;
  const { noun } = requestKindNames[kind];
  return {
    list: method<`${K}_list`, t.TypeOf<C['list']>, t.TypeOf<C['page']>>({
      name: `${kind}_list`,
      title: `List ${noun}s`,
      description: `Lists ${noun}s.`,
      params: codecs.list,
      result: codecs.page,
      effects: reads,
      ...ofCore,
      hints: { [noun]: `Use ${kind}_list to find ids.` },
      handle: (application) => handles(application).list,
    }),
    get: method<`${K}_get`, t.TypeOf<C['get']>, t.TypeOf<C['request']>>({
      name: `${kind}_get`,
      title: `Get a ${noun}`,
      description: `Returns a ${noun}.`,
      params: codecs.get,
      result: codecs.request,
      effects: reads,
      ...ofCore,
      handle: (application) => handles(application).get,
    }),
    create: method<`${K}_create`, t.TypeOf<C['create']>, t.TypeOf<C['request']>>({
      name: `${kind}_create`,
      title: `Create a ${noun}`,
      description: `Saves a new ${noun}.`,
      params: addReturnOption(codecs.create),
      result: toWriteResult(codecs.request),
      effects: adds,
      ...ofCore,
      handle: (application) => cutToReturn(handles(application).create),
    }),
    update: method<`${K}_update`, t.TypeOf<C['update']>, t.TypeOf<C['request']>>({
      name: `${kind}_update`,
      title: `Update a ${noun}`,
      description: descriptions.update,
      params: addReturnOption(codecs.update),
      result: toWriteResult(codecs.request),
      effects: replaces,
      ...ofCore,
      handle: (application) => cutToReturn(handles(application).update),
    }),
    remove: method<`${K}_delete`, t.TypeOf<C['remove']>, DeletionResult>({
      name: `${kind}_delete`,
      title: `Delete a ${noun}`,
      description: `Deletes a ${noun}.`,
      params: codecs.remove,
      result: DeletionResult,
      effects: replaces,
      ...ofCore,
      handle: (application) => handles(application).remove,
    }),
  };
};

const copyMethod = <K extends RequestKind, C extends Codecs>({ kind, codecs, handles }: Kind<K, C>) =>
  method<`${K}_copy`, t.TypeOf<C['copy']>, t.TypeOf<C['request']>>({
    name: `${kind}_copy`,
    title: `Copy a ${requestKindNames[kind].noun}`,
    description: 'Copies it with its script.',
    params: addReturnOption(codecs.copy),
    result: toWriteResult(codecs.request),
    effects: adds,
    showsSaved: true,
    handle: (application) => cutToReturn(handles(application).copy),
  });

const executeMethod = <K extends RequestKind, C extends Codecs>({
  kind,
  codecs,
  handles,
  descriptions,
  executeIn,
}: Kind<K, C>) =>
  method<`${K}_execute`, t.TypeOf<C['execute']>, ExecutionResult>({
    name: `${kind}_execute`,
    title: `Execute a ${requestKindNames[kind].noun}`,
    description: descriptions.execute,
    params: codecs.execute,
    result: allowDryRun(ExecutionResult, DryRun as StructType<unknown>),
    effects: sends,
    ...(executeIn === undefined ? {} : { toolSet: executeIn }),
    hidesSecrets: true,
    watched: true,
    handle: (application) => handles(application).execute,
  });

/** The methods that every kind of saved request has. */
export const createSavedRequestMethods = <K extends RequestKind, C extends Codecs>(kind: Kind<K, C>) => ({
  ...createStoredMethods(kind),
  copy: copyMethod(kind),
  execute: executeMethod(kind),
});
