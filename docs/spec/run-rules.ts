import { decided, guided } from './requirement.js';

/** Runs of many requests, and the command that runs them from files. */
export const run = {
  'run:order': decided(
    249,
    'A run executes its requests in the order of the tree, what they need first, and each once per iteration.',
  ),
  'run:select': decided(249, 'A run of nothing, or of something that does not exist, is refused.'),
  'run:tags': decided(
    251,
    'A run selects requests with any of some tags and leaves out those with any of others; a tag that no request has is refused.',
  ),
  'tags:file': decided(251, 'Tags of a request stand in its file where Bruno has them.'),
  'tags:checked': decided(251, 'A tag is one word without commas.'),
  'run:stored': decided(
    252,
    'The newest reports of runs of a workspace are stored, with their secrets hidden.',
  ),
  'run:many': decided(267, 'rest_execute_many is a run: it is stored, and its scripts direct it.'),
  'run:name': decided(
    269,
    'A stored run has the name that its caller gave it, else that of what it selects.',
  ),
  'run:call': decided(
    253,
    'A run that a caller executes returns its counts and a line for each request that failed, unless told otherwise.',
  ),
  'run:circle': decided(249, 'A run is refused before anything is sent if its requests need each other.'),
  'run:matrix': decided(249, 'Each row, or iteration, runs once in each environment.'),
  'run:layer': decided(
    249,
    'Variables and cookies of an iteration start from those stored and reach no other iteration.',
  ),
  'run:carried': decided(
    249,
    'A variable that a script sets wins over those of folders and requests for the rest of the iteration; a row wins over it.',
  ),
  'run:persist': decided(
    249,
    'One iteration without rows in one environment stores what scripts set, unless told otherwise.',
  ),
  'run:parallel': decided(
    249,
    'Iterations run at the same time up to the limit; inside one, requests follow one another.',
  ),
  'run:outcome': decided(249, 'Each request of a run has one of six outcomes, and the run is green or not.'),
  'run:retry': decided(
    249,
    'A failed request runs again as often as the plan says, and counts as flaky if it then passes.',
  ),
  'run:bail': decided(249, 'A run stops after the failures that the plan allows; the rest is skipped.'),
  'run:stop': decided(249, 'A stopped run reports what it did, and that it was stopped.'),
  'run:secrets': decided(249, 'Secrets are hidden in every event of a run and in its report.'),
  'run:memory': decided(249, 'A run keeps no response longer than until its request has ended.'),
  'run:exchanges': decided(268, 'A run tells what it sent to a caller that wants it, with secrets hidden.'),
  'run:shard': decided(249, 'The parts of a run have all of its requests, each in one of them.'),
  'run:script': decided(
    250,
    'Scripts see the run that they are part of, and outside of one a run of one iteration without id.',
  ),
  'run:skip': decided(250, 'A request that onRequest skips is not sent and is reported as skipped.'),
  'run:stop-by-script': decided(
    250,
    'A script can stop the run; the rest is skipped and the run is not interrupted.',
  ),
  'run:next': decided(
    250,
    'A script can go on with another request of the run, or end its iteration; a loop is cut.',
  ),
  'cli:run': decided(249, 'tandem run executes a folder from its files alone, and writes nothing into it.'),
  'cli:paths': decided(249, 'tandem run takes a workspace folder, or folders and files of one.'),
  'cli:rows': decided(
    249,
    'tandem run executes each row of a file in each environment; a bad row names its line.',
  ),
  'cli:invalid': decided(
    384,
    'A file that cannot be read is an error of the run, which does the rest and ends with 3.',
  ),
  'cli:codes': decided(
    249,
    'The exit code says whether a run passed, failed, was called wrongly or could not be read.',
  ),
  'cli:shard': decided(249, 'tandem report merges the reports of the parts of a run.'),
  'cli:secrets': decided(
    249,
    'tandem run takes secrets from its environment or a file, and shows them nowhere.',
  ),
  'cli:stopped': decided(
    249,
    'tandem run writes its reports when it is stopped, and its exit code says by which signal; a report that is not whole takes the place of none.',
  ),
  'cli:connections': decided(
    259,
    'tandem run takes CAs, a client certificate and a proxy, for every request.',
  ),
  'cli:watch': decided(259, 'tandem run --watch runs again what a changed file touches.'),
  'cli:summary': guided('reports', 'The github reporter adds a summary to the page of the job.'),
  'cli:example': guided(
    'runs',
    'The example runs green, red, flaky, in parts, by rows and in several environments.',
  ),
  'cli:help': guided(
    'runs',
    'The help fits on one screen; that of a command shows its flags and exit codes.',
  ),
  'cli:programs': decided(257, 'The window, the MCP server and the echo server start as commands of tandem.'),
  'cli:skill': decided(
    307,
    'The skill and AGENTS.md teach an agent five habits, with tools and arguments that exist.',
  ),
  'cli:init': guided('runs', 'tandem init makes a folder that runs, and writes over nothing.'),
  'cli:import': decided(
    255,
    'tandem import makes new files of a document and changes none; values of secrets are not written.',
  ),
  'cli:completion': guided('runs', 'bash, zsh and fish complete commands and flags.'),
  'package:run': decided(258, 'The package runs every program in an empty folder.'),
  'package:library': decided(258, 'The package exports a run of a folder, with types.'),
  'package:standalone': decided(258, 'The archives with Node inside start without any other program.'),
  'package:mcpb': decided(
    306,
    'The MCP bundle has a valid manifest, and its entry point serves a client on stdio.',
  ),
  'package:registry': decided(
    306,
    'The description for the MCP registry is valid and agrees with the package.',
  ),
  'package:contents': decided(
    258,
    'The package has the licences of all code in it, and no path of a machine.',
  ),
} as const;
