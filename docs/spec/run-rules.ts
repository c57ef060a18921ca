import { fromDesign, fromGuide } from './requirement.js';

/** Runs of many requests, and the command that runs them from files. */
export const run = {
  'run:order': fromDesign(
    'runs#one-engine',
    'A run executes its requests in the order of the tree, what they need first, and each once per iteration. Folders come before requests, unless the folder around them mixes both.',
  ),
  'run:select': fromDesign(
    'runs#one-engine',
    'A run of nothing, or of something that does not exist, is refused.',
  ),
  'run:tags': fromDesign(
    'runs#selection-tags-and-shards',
    'A run selects requests with any of some tags and leaves out those with any of others; a tag that no request has is refused.',
  ),
  'tags:file': fromDesign(
    'runs#selection-tags-and-shards',
    'Tags of a request stand in its file where Bruno has them.',
  ),
  'tags:checked': fromDesign('runs#selection-tags-and-shards', 'A tag is one word without commas.'),
  'run:stored': fromDesign(
    'runs#reports',
    'The newest reports of runs of a workspace are stored, with their secrets hidden.',
  ),
  'run:many': fromDesign(
    'runs#one-engine',
    'rest_execute_many is a run: it is stored, and its scripts direct it.',
  ),
  'run:name': fromDesign(
    'runs#reports',
    'A stored run has the name that its caller gave it, else that of what it selects.',
  ),
  'run:call': fromDesign(
    'runs#reports',
    'A run that a caller executes returns its counts and a line for each request that failed, unless told otherwise.',
  ),
  'run:circle': fromDesign(
    'runs#one-engine',
    'A run is refused before anything is sent if its requests need each other.',
  ),
  'run:matrix': fromDesign('runs#one-engine', 'Each row, or iteration, runs once in each environment.'),
  'run:layer': fromDesign(
    'runs#one-engine',
    'Variables and cookies of an iteration start from those stored and reach no other iteration.',
  ),
  'run:carried': fromDesign(
    'runs#one-engine',
    'A variable that a script sets wins over those of folders and requests for the rest of the iteration; a row wins over it.',
  ),
  'run:persist': fromDesign(
    'runs#one-engine',
    'One iteration without rows in one environment stores what scripts set, unless told otherwise.',
  ),
  'run:seed': fromDesign(
    'runs#one-engine',
    'A run with a seed gives dynamic variables the same values each time, in texts and in scripts of other tools. Every request, iteration and attempt has its own.',
  ),
  'run:parallel': fromDesign(
    'runs#one-engine',
    'Iterations run at the same time up to the limit; inside one, requests follow one another.',
  ),
  'run:outcome': fromDesign(
    'runs#one-engine',
    'Each request of a run has one of six outcomes, and the run is green or not.',
  ),
  'run:retry': fromDesign(
    'runs#one-engine',
    'A failed request runs again as often as the plan says, and counts as flaky if it then passes.',
  ),
  'run:bail': fromDesign(
    'runs#one-engine',
    'A run stops after the failures that the plan allows; the rest is skipped.',
  ),
  'run:stop': fromDesign('runs#one-engine', 'A stopped run reports what it did, and that it was stopped.'),
  'run:secrets': fromDesign(
    'runs#one-engine',
    'Secrets are hidden in every event of a run and in its report.',
  ),
  'run:memory': fromDesign(
    'runs#one-engine',
    'A run keeps no response longer than until its request has ended.',
  ),
  'run:exchanges': fromDesign(
    'runs#reports',
    'A run tells what it sent to a caller that wants it, with secrets hidden.',
  ),
  'run:shard': fromDesign(
    'runs#one-engine',
    'The parts of a run have all of its requests, each in one of them.',
  ),
  'run:script': fromDesign(
    'runs#outcomes',
    'Scripts see the run that they are part of, and outside of one a run of one iteration without id.',
  ),
  'run:skip': fromDesign(
    'runs#outcomes',
    'A request that onRequest skips is not sent and is reported as skipped.',
  ),
  'run:stop-by-script': fromDesign(
    'runs#outcomes',
    'A script can stop the run; the rest is skipped and the run is not interrupted.',
  ),
  'run:next': fromDesign(
    'runs#outcomes',
    'A script can go on with another request of the run, or end its iteration; a loop is cut.',
  ),
  'cli:run': fromDesign(
    'runs#one-engine',
    'tandem run executes a folder from its files alone, and writes nothing into it.',
  ),
  'cli:paths': fromDesign(
    'runs#one-engine',
    'tandem run takes a workspace folder, or folders and files of one.',
  ),
  'cli:rows': fromDesign(
    'runs#one-engine',
    'tandem run executes each row of a file in each environment; a bad row names its line.',
  ),
  'cli:invalid': fromDesign(
    'execution#filling-in',
    'A file that cannot be read is an error of the run, which does the rest and ends with 3.',
  ),
  'cli:codes': fromDesign(
    'runs#one-engine',
    'The exit code says whether a run passed, failed, was called wrongly or could not be read.',
  ),
  'cli:shard': fromDesign('runs#one-engine', 'tandem report merges the reports of the parts of a run.'),
  'cli:secrets': fromDesign(
    'runs#one-engine',
    'tandem run takes secrets from its environment or a file, and shows them nowhere.',
  ),
  'cli:stopped': fromDesign(
    'runs#one-engine',
    'tandem run writes its reports when it is stopped, and its exit code says by which signal; a report that is not whole takes the place of none.',
  ),
  'cli:connections': fromDesign(
    'runs#selection-tags-and-shards',
    'tandem run takes CAs, a client certificate and a proxy, for every request.',
  ),
  'cli:watch': fromDesign(
    'runs#selection-tags-and-shards',
    'tandem run --watch runs again what a changed file touches.',
  ),
  'cli:summary': fromGuide('reports', 'The github reporter adds a summary to the page of the job.'),
  'cli:example': fromGuide(
    'runs',
    'The example runs green, red, flaky, in parts, by rows and in several environments.',
  ),
  'cli:help': fromGuide(
    'runs',
    'The help fits on one screen; that of a command shows its flags and exit codes.',
  ),
  'cli:programs': fromDesign(
    'tests-and-tools#libraries',
    'The window, the MCP server and the echo server start as commands of tandem.',
  ),
  'cli:settings': fromDesign(
    'tests-and-tools#libraries',
    'A program reports in one line that an environment variable for it is invalid, and exits.',
  ),
  'cli:skill': fromDesign(
    'mcp#what-agents-know',
    'The skill and AGENTS.md teach an agent five habits, with tools and arguments that exist.',
  ),
  'cli:init': fromGuide('runs', 'tandem init makes a folder that runs, and writes over nothing.'),
  'cli:import': fromDesign(
    'imports#into-files-alone',
    'tandem import makes new files of a document and changes none; values of secrets are in none that is committed.',
  ),
  'cli:import:env-file': fromDesign(
    'imports#into-files-alone',
    'tandem import writes values of secrets to .env, which git ignores and only the owner can read, so that the folder runs at once.',
  ),
  'cli:import:keychain': fromDesign(
    'imports#into-files-alone',
    'tandem import puts values of secrets into the keychain where it can, and their ids into .env; a locked keychain imports nothing, and sends nothing that needs a value in it.',
  ),
  'cli:completion': fromGuide('runs', 'bash, zsh and fish complete commands and flags.'),
  'package:run': fromDesign('tests-and-tools#packages', 'The package runs every program in an empty folder.'),
  'package:library': fromDesign(
    'tests-and-tools#packages',
    'The package exports a run of a folder, with types.',
  ),
  'package:standalone': fromDesign(
    'tests-and-tools#packages',
    'The archives with Node inside start without any other program.',
  ),
  'package:mcpb': fromDesign(
    'mcp#connecting-clients',
    'The MCP bundle has a valid manifest, and its entry point serves a client on stdio.',
  ),
  'package:registry': fromDesign(
    'mcp#connecting-clients',
    'The description for the MCP registry is valid and agrees with the package.',
  ),
  'package:contents': fromDesign(
    'tests-and-tools#packages',
    'The package has the licences of all code in it, and no path of a machine.',
  ),
} as const;
