import type { FolderEntity } from '@tandem/core';

import {
  changeFile,
  type FileContent,
  type Manifest,
  renderNewFile,
  type PlacedKind,
  readFile,
  readManifest,
} from '../document/entity-file.js';
import { type Fault, createFault } from './parse.js';
import type { FolderLimits } from './limits.js';
import type { SomeFields } from '../document/fields.js';

/** Work on one document, as data that can be sent to another thread. */
export type Task =
  | {
      readonly do: 'read';
      readonly text: string;
      readonly expected: PlacedKind | undefined;
      /** The remembered fields, from which values are taken that only `x-tandem` can express. */
      readonly remembered: SomeFields | undefined;
    }
  | {
      readonly do: 'change';
      readonly text: string;
      readonly present: FileContent;
      readonly wanted: FolderEntity;
    }
  | { readonly do: 'make'; readonly entity: FolderEntity }
  | { readonly do: 'manifest'; readonly text: string };

interface Results {
  readonly read: FileContent | Fault;
  readonly change: string | Fault;
  readonly make: string | Fault;
  readonly manifest: Manifest | Fault;
}

/** The result of a task. */
export type ResultOf<T extends Task> = Results[T['do']];

const dispatchTask = (task: Task, limits: FolderLimits): Results[Task['do']] => {
  switch (task.do) {
    case 'read':
      return readFile(task.text, task.expected, task.remembered, limits);
    case 'change':
      return changeFile(task.text, task.present, task.wanted, limits);
    case 'make':
      return renderNewFile(task.entity, limits);
    case 'manifest':
      return readManifest(task.text, limits);
  }
};

/** Runs a task in the current thread. */
export const runTask = (task: Task, limits: FolderLimits): Results[Task['do']] => {
  try {
    return dispatchTask(task, limits);
  } catch (error) {
    if (error instanceof RangeError && error.message.includes('call stack'))
      return createFault(1, 1, 'it is nested too deep; make it flatter');
    throw error;
  }
};

/** Whether the keys and values of `value` have at most `budget` characters. Counts without recursion, and stops at the limit. */
export const isLight = (value: unknown, budget: number): boolean => {
  const open = [value];
  let left = budget;
  while (open.length > 0 && left >= 0) {
    const one = open.pop();
    if (typeof one === 'string') left -= one.length;
    else if (typeof one === 'object' && one !== null) {
      left -= 16;
      for (const inner of Object.values(one)) {
        left -= 16;
        if (left < 0) return false;
        open.push(inner);
      }
    }
  }
  return left >= 0;
};
