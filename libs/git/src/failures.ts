/** An error that says why git did not do something, as sentences for a person. */
export class GitRefusedError extends Error {}

/** Removes the credentials that a URL in git's output may contain. */
const hideCredentials = (text: string): string => text.replaceAll(/(\w:\/\/)[^@/\s]+@/g, '$1…@');

/** Finds the first line of git's output that says what is wrong. */
const findReason = (output: string): string => {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:hint|warning|To|From)\b/.test(line));
  const line =
    lines.find((one) => /^(?:error|fatal|remote: error)/.test(one)) ?? lines[0] ?? 'no reason given';
  return hideCredentials(line.replace(/^(?:error|fatal): /, '')).slice(0, 500);
};

const addReason = (sentence: string) => (output: string) => `${sentence} Git said: ${findReason(output)}`;

const credentialsSentence =
  'Git would have to ask for credentials, and Tandem never asks for them. Set up a credential helper or an SSH agent, or run the command once in a terminal.';

/** The meanings of git's messages. The first pattern that matches counts, so specific patterns come before general ones. */
const meanings: readonly (readonly [pattern: RegExp, describe: string | ((output: string) => string)])[] = [
  [/spawn git ENOENT/, 'Git was not found. Install it, then try again.'],
  [/unknown option .?show-scope/, 'This version of git is too old. Install git 2.38 or newer.'],
  [
    /dubious ownership/,
    (output) => {
      const path = /safe\.directory (\S.*)/.exec(output)?.[1] ?? '<path of the repository>';
      return `Git refuses this repository because its folder belongs to another user. If you trust it, run: git config --global --add safe.directory ${path}`;
    },
  ],
  [
    /cannot use bare repository/,
    'The folder is inside a bare repository, which Tandem does not use. Clone it to another folder.',
  ],
  [/not a git repository/, 'The folder is not in a git repository. Run "git init" in it, or clone one.'],
  [
    /must be run in a work tree/,
    'The folder is inside the data of a git repository, which has no files to commit.',
  ],
  [
    /tell me who you are|unable to auto-detect email|empty ident name/i,
    'Git does not know your name. Run: git config --global user.name "Your Name", and the same with user.email.',
  ],
  [
    /partial commit during a merge/,
    'A merge is not finished, so only all staged changes can be committed together. Stage what you resolved, then commit.',
  ],
  [
    /unmerged|unresolved conflict|not concluded your merge|needs merge|resolve your current index/i,
    'Some files have conflicts. Resolve them in the files and stage them, then commit. To give up the merge, run "git merge --abort" in a terminal.',
  ],
  [
    /CONFLICT|Automatic merge failed|could not apply/,
    'The changes of the remote conflict with yours in some files. Resolve the conflicts in the files, stage and commit them; or run "git merge --abort" ("git rebase --abort" after a rebase) in a terminal.',
  ],
  [
    /nothing to commit|nothing added to commit|no changes added/,
    'Nothing is staged, so there is nothing to commit.',
  ],
  [
    /(?:index|HEAD|refs\S*)\.lock/,
    addReason('Another git command is at work in this repository. Try again when it has ended.'),
  ],
  [
    /terminal prompts disabled|could not read (?:Username|Password)|Permission denied \(|Host key verification failed|Authentication failed|no askpass/i,
    addReason(credentialsSentence),
  ],
  [
    /would be overwritten by/,
    'Changes that are not committed would be overwritten. Commit them first, or stash them in a terminal.',
  ],
  [
    /\[(?:remote )?rejected\]|non-fast-forward|fetch first/,
    addReason('The remote refused the push. If it has commits that you do not have, pull first.'),
  ],
  [
    /divergent branches|Not possible to fast-forward/,
    addReason('Both branches have commits that the other lacks.'),
  ],
  [
    /transport '[^']*' not allowed/,
    addReason(
      'The remote has an address that is not used here. Remotes with https, http, ssh and git are; a remote on this disk is if the folder is trusted.',
    ),
  ],
  [/a branch named .* already exists/, 'There is a branch with that name already.'],
  [/not a valid (?:branch|ref) name|invalid reference/, 'That is not the name of a branch.'],
  [
    /Could not resolve host|unable to access|Could not read from remote|Connection (?:refused|timed out)/i,
    addReason('The remote could not be reached.'),
  ],
];

/** Describes to a person why a command failed, based on its output. */
export const describeFailure = (command: string, output: string): string => {
  const meaning = meanings.find(([pattern]) => pattern.test(output))?.[1];
  if (typeof meaning === 'string') return meaning;
  return (meaning ?? addReason(`Git could not do that (git ${command}).`))(output);
};
