import { type AppResult, createTaskQueue, type SharedStore, type TaskQueue } from '@tandem/core';

/**
 * One run at a time for each workspace, whoever calls.
 * @param among takes turns among the processes that use the same store
 */
export const createTurns = (among: SharedStore['inTurn'] = (_, work) => work) => {
  const lanes = new Map<string, TaskQueue>();
  return <A>(id: string, work: AppResult<A>): AppResult<A> =>
    () => {
      const lane = lanes.get(id) ?? createTaskQueue();
      lanes.set(id, lane);
      return lane(among(id, work));
    };
};

export type Turns = ReturnType<typeof createTurns>;
