import { decided, guided, seed } from './requirement.js';

const said = (says: string) => guided('workspace-folder', says);

/** How a workspace and the files of its folder are kept together. */
export const folder = {
  'folder:synchronize': seed('A workspace is synchronized with its data folder.'),
  'folder:round-trip': said('What was written is read back as the same workspace.'),
  'folder:unchanged': said('A second synchronization in a row writes nothing.'),
  'folder:merge': said('Edits of different fields on both sides are both kept.'),
  'folder:conflict': said(
    'A field with two different changes is reported until it is resolved, and nothing is overwritten.',
  ),
  'folder:resolve:value': said('A conflict cannot be resolved with a value that is invalid for its field.'),
  'folder:foreign': said('Comments and keys of other tools are preserved.'),
  'folder:deleted': said('What is deleted on one side is deleted on the other, if that side did not change.'),
  'folder:mass-deletion': decided(
    72,
    'A missing folder, or most of many missing files, is not treated as a deletion.',
  ),
  'folder:invalid': said(
    'A file that cannot be read is reported, and the file and its entity are unchanged.',
  ),
  'folder:overlooked': decided(
    384,
    'What looks like a request, folder, environment or script and is not read is named, and the files beside it are read.',
  ),
  'folder:limits': said(
    'A file with more than 50,000 nodes, or nested more than 100 deep, is invalid at that position.',
  ),
  'folder:take-in': said('A server responds while it reads a large folder.'),
  'folder:invalid:one': said('Whatever one file contains, the others are synchronized.'),
  'folder:documents': decided(
    195,
    "A folder's name, description and order are stored in its folder.yml and merged like the fields of a request.",
  ),
  'folder:directories': decided(
    188,
    'A folder keeps its identity when its directory is renamed, and goes with its directory once nothing is in it.',
  ),
  'folder:names': said('Requests with the same name get numbered files, in linear time.'),
  'folder:links': said(
    'Symbolic links are reported and never followed; those among other files, if what they lead to looks like a part of a collection.',
  ),
  'folder:secrets': said('No secret value is in any byte of the folder.'),
  'folder:secrets:clone': said(
    'A secret that is only named in a file gets its value from the app or the environment.',
  ),
  'folder:crash': decided(71, 'A run that was killed at any step is completed by the next one.'),
  'folder:crash:edited': decided(
    116,
    "What a run wrote before it was killed is not treated as a person's change.",
  ),
  'folder:slices': decided(117, 'A large synchronization lets other writes proceed.'),
  'folder:git': said('Two clones with different edits merge in git, and have both after a synchronization.'),
  'folder:merge-file': said(
    'Git merges changes of different fields with the merge driver, whichever lines they are on.',
  ),
  'folder:merge-driver': decided(
    115,
    "The merge driver is set up in one clone, in the repository's own configuration.",
  ),
  'folder:own': decided(
    281,
    'A folder with a manifest of its own is its data folder, in which nothing is written before something changes.',
  ),
  'folder:own:missing': decided(
    282,
    'Where the data folder is stays as it was synchronized, and nothing is concluded from a manifest that comes or goes.',
  ),
  'folder:bruno': said('Bruno runs the folder unmodified.'),
  'folder:automatic': said(
    'The window saves a folder and takes in its changes automatically; each can be turned off.',
  ),
  'folder:watch': said('A change of a file is noticed in every directory of the folder.'),
  'folder:agents': said('A request written as AGENTS.md shows is read.'),
} as const;
