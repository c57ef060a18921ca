import { describe, expect, expectTypeOf, it } from 'vitest';

import { attempt, E, getOrUndefined, inParallel, perform, TE, taskEither } from './fp.js';

interface MissingValue {
  readonly kind: 'missing';
}
interface InvalidValue {
  readonly kind: 'invalid';
}
const find = (id: number): TE.TaskEither<MissingValue, string> =>
  id === 1 ? TE.right('one') : TE.left({ kind: 'missing' });
const check = (text: string): E.Either<InvalidValue, number> =>
  text === '' ? E.left({ kind: 'invalid' }) : E.right(text.length);

describe('taskEither', () => {
  it('passes each step the typed value of the previous step', async () => {
    const task = taskEither(function* () {
      const name = yield* attempt(find(1));
      const length = yield* attempt(check(name));
      const doubled = yield* perform(() => Promise.resolve(length * 2));
      return { name, doubled };
    });
    expectTypeOf(task).toEqualTypeOf<
      TE.TaskEither<MissingValue | InvalidValue, { name: string; doubled: number }>
    >();
    expect(await task()).toEqual(E.right({ name: 'one', doubled: 6 }));
  });

  it('stops at the first left value', async () => {
    const done: string[] = [];
    const task = taskEither(function* () {
      done.push('first');
      yield* attempt(find(2));
      done.push('second');
      return yield* attempt(check('x'));
    });
    expect(await task()).toEqual(E.left({ kind: 'missing' }));
    expect(done).toEqual(['first']);
  });

  it('does nothing until it is run, and repeats everything each time it is run', async () => {
    let runs = 0;
    const task = taskEither(function* () {
      runs += 1;
      return yield* attempt(E.right(runs));
    });
    expect(runs).toBe(0);
    expect([await task(), await task()]).toEqual([E.right(1), E.right(2)]);
  });

  it('runs a finally block after a left value, a result and a rejection', async () => {
    const done: string[] = [];
    const releasing = (name: string, work: () => Promise<E.Either<MissingValue, string>>) =>
      taskEither(function* () {
        try {
          return yield* attempt(work);
        } finally {
          done.push(name);
        }
      });
    await releasing('left', find(2))();
    await releasing('right', find(1))();
    await expect(releasing('rejected', () => Promise.reject(new Error('bug')))()).rejects.toThrow('bug');
    expect(done).toEqual(['left', 'right', 'rejected']);
  });

  it('throws a rejection at the yield, so that the body can catch it', async () => {
    const task = taskEither(function* () {
      try {
        return yield* perform<string>(() => Promise.reject(new Error('bug')));
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(await task()).toEqual(E.right('bug'));
  });
});

describe('getOrUndefined', () => {
  it('returns the right value, or undefined for a left value', async () => {
    expect(await getOrUndefined(find(1))).toBe('one');
    expect(await getOrUndefined(find(2))).toBeUndefined();
  });
});

describe('inParallel', () => {
  it('starts all tasks before it waits, and returns each typed value under its key', async () => {
    const started: string[] = [];
    const start =
      <A>(name: string, value: A): TE.TaskEither<MissingValue, A> =>
      async () => {
        started.push(name);
        await Promise.resolve();
        return E.right(value);
      };
    const both = inParallel({ name: start('name', 'one'), length: start('length', 3) });
    expectTypeOf(both).toEqualTypeOf<
      TE.TaskEither<MissingValue, { readonly name: string; readonly length: number }>
    >();
    const outcome = both();
    expect(started).toEqual(['name', 'length']);
    expect(await outcome).toEqual(E.right({ name: 'one', length: 3 }));
  });

  it('fails with the first left value in the order of the keys, even if another task fails earlier', async () => {
    const late: TE.TaskEither<MissingValue, number> = () =>
      new Promise((resolve) => setTimeout(() => resolve(E.left({ kind: 'missing' })), 5));
    const soon: TE.TaskEither<InvalidValue, number> = TE.left({ kind: 'invalid' });
    expect(await inParallel({ late, soon })()).toEqual(E.left({ kind: 'missing' }));
  });
});
