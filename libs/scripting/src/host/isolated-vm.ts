// eslint-disable-next-line @nx/enforce-module-boundaries -- an npm alias, which the project graph does not know
import type ivm from 'isolated-vm-5';

/** What isolated-vm exports, whichever version was picked. */
export type IsolatedVm = typeof ivm;
export type Isolate = ivm.Isolate;
export type Context = ivm.Context;
export type Module = ivm.Module;
export type Reference<A> = ivm.Reference<A>;
export type CodeCache = ivm.ExternalCopy<ArrayBuffer>;
export type CachedDataResult = ivm.CachedDataResult;
