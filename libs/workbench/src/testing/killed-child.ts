import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** `<after|before> <step> <database> <workspace>`: synchronizes, and kills this process before or after the change with that number. */
const [when = '', step = '', file = '', path = ''] = process.argv.slice(2);

type Work = (...args: unknown[]) => Promise<unknown>;

const steps: string[] = [];
const countSteps =
  (counts: (...args: unknown[]) => boolean, work: Work): Work =>
  async (...args) => {
    if (!counts(...args)) return work(...args);
    steps.push(work.name);
    const here = steps.length === Number(step);
    if (here && when === 'before') process.kill(process.pid, 'SIGKILL');
    const result = await work(...args);
    if (here && when === 'after') process.kill(process.pid, 'SIGKILL');
    return result;
  };

const isInFolder: (at: unknown) => boolean = (at) => String(at).startsWith(`${path}/`);
const { mkdir, open, rename, rmdir, unlink } = promises as Readonly<
  Record<'mkdir' | 'open' | 'rename' | 'rmdir' | 'unlink', Work>
>;
Object.assign(promises, {
  mkdir: countSteps(isInFolder, mkdir),
  open: countSteps((at, flags) => isInFolder(at) && flags === 'wx', open),
  rename: countSteps(isInFolder, rename),
  rmdir: countSteps(isInFolder, rmdir),
  unlink: countSteps(isInFolder, unlink),
});
syncBuiltinESMExports();

const { openFolderAlone } = await import('./folder-alone.js');
const { synchronize, close } = await openFolderAlone(file);
await synchronize(path);
await close();
process.stdout.write(steps.join(' '));
