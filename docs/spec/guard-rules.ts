import { decided } from './requirement.js';

/** What limits the requests that agents send. */
export const guard = {
  'guard:rules': decided(
    324,
    'The first rule of an environment that matches method and host says whether an agent may send a request, has to ask, or may not; what a production environment allows is GET, HEAD and OPTIONS.',
  ),
  'guard:hosts': decided(
    324,
    'A rule names hosts as URLs have them; every form of the address of this machine is one host.',
  ),
  'guard:loosens': decided(
    325,
    'A guard loosens another one if any request is let through that was not, whatever the rules look like.',
  ),
  'guard:files': decided(
    325,
    'The file of an environment has its guard. What tightens it there counts at once; what loosens it waits for a person in the window, and the guard in force stays.',
  ),
  'guard:kept': decided(
    325,
    'A guard stays with its environment when that is copied, renamed, deleted and restored, or when its file goes and comes back.',
  ),
  'guard:person': decided(
    325,
    'Only a person at the window changes a guard: no tool, import, undo or script does.',
  ),
} as const;
