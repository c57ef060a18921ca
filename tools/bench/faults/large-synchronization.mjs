import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { measureLongestBlock } from './support/gauges.mjs';

const count = 6_000;
const pauseMs = 20;

const unwrap = async (task) => {
  const outcome = await task();
  if (outcome._tag === 'Left') throw new Error(JSON.stringify(outcome.left));
  return outcome.right;
};

const formatRequestFile = (at) => `info:
  name: Request ${at}
  type: http
http:
  method: GET
  url: http://h/${at}
x-tandem:
  id: rest_${at.toString(36).padStart(16, '0')}
`;

const writeFolder = (path) => {
  for (let at = 0; at < count; at++) {
    const folder = join(path, 'tandem', `folder-${at % 60}`);
    if (at < 60) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `request-${at}.yml`), formatRequestFile(at));
  }
};

/** Writes repeatedly until stopped; reports the longest write and the number of failed writes. */
const writeRepeatedly = (write) => {
  let isOver = false;
  const run = async () => {
    const seen = { longest: 0, failed: 0 };
    while (!isOver) {
      const began = performance.now();
      const outcome = await write()();
      if (outcome._tag === 'Left') seen.failed += 1;
      seen.longest = Math.max(seen.longest, performance.now() - began);
      await pause(pauseMs);
    }
    return seen;
  };
  const running = run();
  return () => {
    isOver = true;
    return running;
  };
};

/** Reads 6,000 files while this process and another one write to the same database. */
export const measure = async ({ product, folder }) => {
  const [{ openWorkbench }, { openSqliteStore }] = [await product('workbench'), await product('persistence')];
  const dataFolder = join(folder, 'data');
  const workbench = await openWorkbench({ dataFolder, version: '0' });
  const { application } = workbench;
  const [other, large] = [join(folder, 'other'), join(folder, 'large')];
  const open = async (path) => {
    mkdirSync(path);
    return (await unwrap(application.workspaces.open({ path }))).workspace.id;
  };
  const workspaceId = await open(large);
  const beside = await open(other);
  writeFolder(large);
  const { id } = await unwrap(application.rest.create({ workspaceId: beside, name: 'R' }));
  let url = 0;
  const end = writeRepeatedly(() =>
    application.rest.update({ workspaceId: beside, id, url: `http://h/${url++}` }),
  );
  const second = await openSqliteStore({ file: join(dataFolder, 'tandem.sqlite') });
  const row = await unwrap(second.store.workspaces.get(beside));
  const endSecond = writeRepeatedly(() =>
    second.store.workspaces.update({ ...row, lastOpenedAt: new Date().toISOString() }),
  );
  const { block, time } = await measureLongestBlock(() =>
    unwrap(application.synchronization.synchronize({ workspaceId })),
  );
  const [here, there] = [await end(), await endSecond()];
  await second.close();
  await workbench.close();
  return [
    { figure: 'time of 6,000 files, ms', value: time },
    { figure: 'longest block, ms', value: block },
    { figure: 'longest wait of another write, ms', value: here.longest },
    { figure: 'longest wait of another process, ms', value: there.longest },
    { figure: 'writes that failed', value: here.failed + there.failed },
  ];
};
