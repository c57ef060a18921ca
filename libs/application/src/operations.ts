import { clearCookies, deleteCookie, listCookies, setCookie } from './cookies/cookies.js';
import type { AnyOperation } from './operation.js';

/** All operations, in the order in which interfaces list them. */
export const operations = [listCookies, setCookie, deleteCookie, clearCookies] as const;

/** The operations, for code that treats them all the same. */
export const anyOperations: readonly AnyOperation[] = operations;

type ListedOperation = (typeof operations)[number];

type PathOf<O extends ListedOperation> = O extends { readonly useCase?: infer U extends string } ? U : never;

type SubjectOf<Path extends string> = Path extends `${infer S}.${string}` ? S : never;

type MemberOf<Path extends string, S extends string> = Path extends `${S}.${infer M}` ? M : never;

/** The use cases of the operations, where the application has them: `cookies.remove` is the one of `cookies_delete`. */
export type OperationUseCases = {
  readonly [S in SubjectOf<PathOf<ListedOperation>>]: {
    readonly [O in ListedOperation as MemberOf<PathOf<O>, S>]: ReturnType<O['run']>;
  };
};
