import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** `<after|before> <step> <database> <workspace>`: synchronizes and kills itself at that change to a file. */
const [when = '', step = '', file = '', path = ''] = process.argv.slice(2);

type Work = (...args: unknown[]) => Promise<unknown>;

const steps: string[] = [];
const counted =
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

const inFolder: (at: unknown) => boolean = (at) => String(at).startsWith(`${path}/`);
const { mkdir, open, rename, rmdir, unlink } = promises as unknown as Readonly<
  Record<'mkdir' | 'open' | 'rename' | 'rmdir' | 'unlink', Work>
>;
Object.assign(promises, {
  mkdir: counted(inFolder, mkdir),
  open: counted((at, flags) => inFolder(at) && flags === 'wx', open),
  rename: counted(inFolder, rename),
  rmdir: counted(inFolder, rmdir),
  unlink: counted(inFolder, unlink),
});
syncBuiltinESMExports();

const { openFolderAlone } = await import('./folder-alone.js');
const { synchronize, close } = await openFolderAlone(file);
await synchronize(path);
await close();
process.stdout.write(steps.join(' '));
