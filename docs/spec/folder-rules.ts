import { fromDesign, fromGuide, fromInterface } from './requirement.js';

const fromFolderGuide = (says: string) => fromGuide('workspace-folder', says);

/** How a workspace and the files of its folder are kept together. */
export const folder = {
  'folder:synchronize': fromInterface('A workspace is synchronized with its data folder.'),
  'folder:round-trip': fromFolderGuide('What was written is read back as the same workspace.'),
  'folder:unchanged': fromFolderGuide('A second synchronization in a row writes nothing.'),
  'folder:merge': fromFolderGuide('Edits of different fields on both sides are both kept.'),
  'folder:conflict': fromFolderGuide(
    'A field with two different changes is reported until it is resolved, and nothing is overwritten.',
  ),
  'folder:resolve:value': fromFolderGuide(
    'A conflict cannot be resolved with a value that is invalid for its field.',
  ),
  'folder:foreign': fromFolderGuide('Comments and keys of other tools are preserved.'),
  'folder:deleted': fromFolderGuide(
    'What is deleted on one side is deleted on the other, if that side did not change.',
  ),
  'folder:mass-deletion': fromDesign(
    'folder#when-files-are-gone',
    'A missing folder, or most of many missing files, is not treated as a deletion.',
  ),
  'folder:invalid': fromFolderGuide(
    'A file that cannot be read is reported, and the file and its entity are unchanged.',
  ),
  'folder:overlooked': fromDesign(
    'folder#what-is-read',
    'What looks like a request, folder, environment or script and is not read is named, and the files beside it are read.',
  ),
  'folder:limits': fromFolderGuide(
    'A file with more than 50,000 nodes, or nested more than 100 deep, is invalid at that position.',
  ),
  'folder:take-in': fromFolderGuide('A server responds while it reads a large folder.'),
  'folder:invalid:one': fromFolderGuide('Whatever one file contains, the others are synchronized.'),
  'folder:documents': fromDesign(
    'folder#a-pure-planner',
    "A folder's name, description and order are stored in its folder.yml and merged like the fields of a request.",
  ),
  'folder:order:repeated': fromFolderGuide(
    'Entries of a folder with the same position are reported, once for each folder.',
  ),
  'folder:directories': fromDesign(
    'execution#what-a-request-inherits',
    'A folder keeps its identity when its directory is renamed, and goes with its directory once nothing is in it.',
  ),
  'folder:names': fromFolderGuide('Requests with the same name get numbered files, in linear time.'),
  'folder:links': fromFolderGuide(
    'Symbolic links are reported and never followed; those among other files, if what they lead to looks like a part of a collection.',
  ),
  'folder:secrets': fromFolderGuide('No secret value is in any byte of the folder.'),
  'folder:secrets:clone': fromFolderGuide(
    'A secret that is only named in a file gets its value from the app or the environment.',
  ),
  'folder:crash': fromDesign(
    'folder#interrupted-runs',
    'A run that was killed at any step is completed by the next one.',
  ),
  'folder:crash:edited': fromDesign(
    'folder#interrupted-runs',
    "What a run wrote before it was killed is not treated as a person's change.",
  ),
  'folder:slices': fromDesign(
    'folder#interrupted-runs',
    'A large synchronization lets other writes proceed.',
  ),
  'folder:git': fromFolderGuide(
    'Two clones with different edits merge in git, and have both after a synchronization.',
  ),
  'folder:merge-file': fromFolderGuide(
    'Git merges changes of different fields with the merge driver, whichever lines they are on.',
  ),
  'folder:merge-driver': fromDesign(
    'folder#git',
    "The merge driver is set up in one clone, in the repository's own configuration.",
  ),
  'folder:own': fromDesign(
    'folder#when-files-are-gone',
    'A folder with a manifest of its own is its data folder, in which nothing is written before something changes.',
  ),
  'folder:own:missing': fromDesign(
    'folder#when-files-are-gone',
    'Where the data folder is stays as it was synchronized, and nothing is concluded from a manifest that comes or goes.',
  ),
  'folder:bruno': fromFolderGuide('Bruno runs the folder unmodified.'),
  'folder:automatic': fromFolderGuide(
    'The window saves a folder and takes in its changes automatically; each can be turned off.',
  ),
  'folder:watch': fromFolderGuide('A change of a file is noticed in every directory of the folder.'),
  'folder:agents': fromFolderGuide('A request written as AGENTS.md shows is read.'),
} as const;
