import { guided } from './requirement.js';

/** Reports of runs. */
export const report = {
  'report:reporters': guided(
    'reports',
    'Every reporter shows the outcome of each request, why one failed, and whether the run was stopped; a stored report gives the same.',
  ),
  'report:spec': guided(
    'reports',
    'spec lists the requests of short runs, and of long ones how far they are and what failed; colors and a rewritten line are options.',
  ),
  'report:junit': guided('reports', 'junit keeps to the schema by which Jenkins reads it.'),
  'report:tap': guided('reports', 'tap is TAP version 14, with a subtest for the tests of each request.'),
  'report:github': guided(
    'reports',
    'github annotates the line of each failed test, and of a request that is green only its diagnostics.',
  ),
  'report:html': guided(
    'reports',
    'html is one file that loads nothing, filters and searches 5,000 requests, and keeps a limited part of each body.',
  ),
  'report:diagnostics': guided(
    'reports',
    'Every reporter shows the diagnostics of each request, also of a green one, and their number in the summary.',
  ),
  'report:memory': guided('reports', 'No reporter keeps the results of a run.'),
  'report:hostile': guided(
    'reports',
    'No text of a run breaks a format, and none reaches a terminal as a sequence.',
  ),
  'report:json': guided('reports', 'json is the report, which is read back and has a schema.'),
  'report:merge': guided('reports', 'Reports of shards merge into one.'),
} as const;
