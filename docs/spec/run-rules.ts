import { fromDecision, fromGuide } from './requirement.js';

/** Runs of many requests, and the command that runs them from files. */
export const run = {
  'run:order': fromDecision(
    249,
    'A run executes its requests in the order of the tree, what they need first, and each once per iteration.',
  ),
  'run:select': fromDecision(249, 'A run of nothing, or of something that does not exist, is refused.'),
  'run:tags': fromDecision(
    251,
    'A run selects requests with any of some tags and leaves out those with any of others; a tag that no request has is refused.',
  ),
  'tags:file': fromDecision(251, 'Tags of a request stand in its file where Bruno has them.'),
  'tags:checked': fromDecision(251, 'A tag is one word without commas.'),
  'run:stored': fromDecision(
    252,
    'The newest reports of runs of a workspace are stored, with their secrets hidden.',
  ),
  'run:many': fromDecision(267, 'rest_execute_many is a run: it is stored, and its scripts direct it.'),
  'run:name': fromDecision(
    269,
    'A stored run has the name that its caller gave it, else that of what it selects.',
  ),
  'run:call': fromDecision(
    253,
    'A run that a caller executes returns its counts and a line for each request that failed, unless told otherwise.',
  ),
  'run:circle': fromDecision(
    249,
    'A run is refused before anything is sent if its requests need each other.',
  ),
  'run:matrix': fromDecision(249, 'Each row, or iteration, runs once in each environment.'),
  'run:layer': fromDecision(
    249,
    'Variables and cookies of an iteration start from those stored and reach no other iteration.',
  ),
  'run:carried': fromDecision(
    249,
    'A variable that a script sets wins over those of folders and requests for the rest of the iteration; a row wins over it.',
  ),
  'run:persist': fromDecision(
    249,
    'One iteration without rows in one environment stores what scripts set, unless told otherwise.',
  ),
  'run:parallel': fromDecision(
    249,
    'Iterations run at the same time up to the limit; inside one, requests follow one another.',
  ),
  'run:outcome': fromDecision(
    249,
    'Each request of a run has one of six outcomes, and the run is green or not.',
  ),
  'run:retry': fromDecision(
    249,
    'A failed request runs again as often as the plan says, and counts as flaky if it then passes.',
  ),
  'run:bail': fromDecision(249, 'A run stops after the failures that the plan allows; the rest is skipped.'),
  'run:stop': fromDecision(249, 'A stopped run reports what it did, and that it was stopped.'),
  'run:secrets': fromDecision(249, 'Secrets are hidden in every event of a run and in its report.'),
  'run:memory': fromDecision(249, 'A run keeps no response longer than until its request has ended.'),
  'run:exchanges': fromDecision(
    268,
    'A run tells what it sent to a caller that wants it, with secrets hidden.',
  ),
  'run:shard': fromDecision(249, 'The parts of a run have all of its requests, each in one of them.'),
  'run:script': fromDecision(
    250,
    'Scripts see the run that they are part of, and outside of one a run of one iteration without id.',
  ),
  'run:skip': fromDecision(250, 'A request that onRequest skips is not sent and is reported as skipped.'),
  'run:stop-by-script': fromDecision(
    250,
    'A script can stop the run; the rest is skipped and the run is not interrupted.',
  ),
  'run:next': fromDecision(
    250,
    'A script can go on with another request of the run, or end its iteration; a loop is cut.',
  ),
  'cli:run': fromDecision(
    249,
    'tandem run executes a folder from its files alone, and writes nothing into it.',
  ),
  'cli:paths': fromDecision(249, 'tandem run takes a workspace folder, or folders and files of one.'),
  'cli:rows': fromDecision(
    249,
    'tandem run executes each row of a file in each environment; a bad row names its line.',
  ),
  'cli:invalid': fromDecision(
    384,
    'A file that cannot be read is an error of the run, which does the rest and ends with 3.',
  ),
  'cli:codes': fromDecision(
    249,
    'The exit code says whether a run passed, failed, was called wrongly or could not be read.',
  ),
  'cli:shard': fromDecision(249, 'tandem report merges the reports of the parts of a run.'),
  'cli:secrets': fromDecision(
    249,
    'tandem run takes secrets from its environment or a file, and shows them nowhere.',
  ),
  'cli:stopped': fromDecision(
    249,
    'tandem run writes its reports when it is stopped, and its exit code says by which signal; a report that is not whole takes the place of none.',
  ),
  'cli:connections': fromDecision(
    259,
    'tandem run takes CAs, a client certificate and a proxy, for every request.',
  ),
  'cli:watch': fromDecision(259, 'tandem run --watch runs again what a changed file touches.'),
  'cli:summary': fromGuide('reports', 'The github reporter adds a summary to the page of the job.'),
  'cli:example': fromGuide(
    'runs',
    'The example runs green, red, flaky, in parts, by rows and in several environments.',
  ),
  'cli:help': fromGuide(
    'runs',
    'The help fits on one screen; that of a command shows its flags and exit codes.',
  ),
  'cli:programs': fromDecision(
    257,
    'The window, the MCP server and the echo server start as commands of tandem.',
  ),
  'cli:skill': fromDecision(
    307,
    'The skill and AGENTS.md teach an agent five habits, with tools and arguments that exist.',
  ),
  'cli:init': fromGuide('runs', 'tandem init makes a folder that runs, and writes over nothing.'),
  'cli:import': fromDecision(
    255,
    'tandem import makes new files of a document and changes none; values of secrets are not written.',
  ),
  'cli:completion': fromGuide('runs', 'bash, zsh and fish complete commands and flags.'),
  'package:run': fromDecision(258, 'The package runs every program in an empty folder.'),
  'package:library': fromDecision(258, 'The package exports a run of a folder, with types.'),
  'package:standalone': fromDecision(258, 'The archives with Node inside start without any other program.'),
  'package:mcpb': fromDecision(
    306,
    'The MCP bundle has a valid manifest, and its entry point serves a client on stdio.',
  ),
  'package:registry': fromDecision(
    306,
    'The description for the MCP registry is valid and agrees with the package.',
  ),
  'package:contents': fromDecision(
    258,
    'The package has the licences of all code in it, and no path of a machine.',
  ),
} as const;
