import { fromGuide } from './requirement.js';

/** Reports of runs. */
export const report = {
  'report:reporters': fromGuide(
    'reports',
    'Every reporter shows the outcome of each request, why one failed, and whether the run was stopped; a stored report gives the same.',
  ),
  'report:spec': fromGuide(
    'reports',
    'spec lists the requests of short runs, and of long ones how far they are and what failed; colors and a rewritten line are options.',
  ),
  'report:junit': fromGuide('reports', 'junit keeps to the schema by which Jenkins reads it.'),
  'report:tap': fromGuide('reports', 'tap is TAP version 14, with a subtest for the tests of each request.'),
  'report:github': fromGuide(
    'reports',
    'github annotates the line of each failed test, and of a request that is green only its diagnostics.',
  ),
  'report:html': fromGuide(
    'reports',
    'html is one file that loads nothing, filters and searches 5,000 requests, and keeps a limited part of each body.',
  ),
  'report:diagnostics': fromGuide(
    'reports',
    'Every reporter shows the diagnostics of each request, also of a green one, and their number in the summary.',
  ),
  'report:memory': fromGuide('reports', 'No reporter keeps the results of a run.'),
  'report:hostile': fromGuide(
    'reports',
    'No text of a run breaks a format, and none reaches a terminal as a sequence.',
  ),
  'report:json': fromGuide('reports', 'json is the report, which is read back and has a schema.'),
  'report:merge': fromGuide('reports', 'Reports of shards merge into one.'),
} as const;
