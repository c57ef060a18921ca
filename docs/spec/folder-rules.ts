import { decided, guided, seed } from './requirement.js';

const said = (says: string) => guided('workspace-folder', says);

/** How a workspace and the files of its folder are kept together. */
export const folder = {
  'folder:synchronize': seed('A workspace is synchronized with its data folder.'),
  'folder:round-trip': said('What was written is read back as the same workspace.'),
  'folder:unchanged': said('Two synchronizations in a row write nothing.'),
  'folder:merge': said('Edits of different fields on both sides are both kept.'),
  'folder:conflict': said(
    'One field with two values is reported until it is resolved, and nothing is overwritten.',
  ),
  'folder:resolve:value': said('A conflict does not end with a value that its field cannot have.'),
  'folder:foreign': said('Comments and keys of other tools stay.'),
  'folder:deleted': said('What is gone on one side goes on the other while that is as it was.'),
  'folder:mass-deletion': decided(
    72,
    'Most of many files, or the whole folder, gone is not taken for a deletion.',
  ),
  'folder:invalid': said('A file that cannot be read is reported and left, and its entity too.'),
  'folder:limits': said('A file of more than 50,000 nodes, or deeper than 100, is invalid with its place.'),
  'folder:take-in': said('A server answers while it takes in a large folder.'),
  'folder:invalid:one': said('Whatever one file holds, the others are synchronized.'),
  'folder:names': said('Requests of one name get numbered files, in linear time.'),
  'folder:links': said('Symbolic links are reported and never followed.'),
  'folder:secrets': said('No value of a secret is in any byte of the folder.'),
  'folder:secrets:clone': said('A secret that came by name has its value from the app or the system.'),
  'folder:crash': decided(71, 'A run that was killed at any step is finished by the next one.'),
  'folder:crash:edited': decided(
    116,
    'What a run wrote before it was killed is not taken for a change of a person.',
  ),
  'folder:slices': decided(117, 'A large synchronization lets other writes have their turn.'),
  'folder:git': said('Two clones with different edits merge by git, and hold both after synchronizing.'),
  'folder:merge-file': said(
    'Git merges changes of different fields with the merge driver, whichever lines they are on.',
  ),
  'folder:merge-driver': decided(
    115,
    "The merge driver is set up in one clone, in the repository's own configuration.",
  ),
  'folder:bruno': said('Bruno runs the folder as it is.'),
  'folder:agents': said('A request made as AGENTS.md shows is taken in.'),
} as const;
