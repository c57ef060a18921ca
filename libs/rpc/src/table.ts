import { type AnyOperation, anyOperations, type ListedOperation } from '@tandem/application';
import type { t } from '@tandem/core/codec';

/** For each method, its parameters and its result. The methods are the operations of the application. */
export type RpcMethods = {
  [O in ListedOperation as O['name']]: {
    readonly params: t.TypeOf<O['arguments']>;
    readonly result: t.TypeOf<O['result']>;
  };
};

/** The name of a method in the table. */
export type MethodName = keyof RpcMethods;

/** A method whose types are unknown. */
export type AnyMethod = AnyOperation;

/** All methods, in the order in which interfaces list them. */
export const anyMethods = anyOperations;
