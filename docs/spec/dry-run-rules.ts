import { fromDesign } from './requirement.js';

/** Dry runs and the origins of values. */
export const dryRuns = {
  'dry-run:nothing': fromDesign(
    'execution#one-pipeline-for-every-kind-of-request',
    'A dry run runs all steps up to sending, shows the request with secrets hidden from agents, and sends, stores and sets nothing.',
  ),
  'dry-run:guard': fromDesign(
    'execution#one-pipeline-for-every-kind-of-request',
    'A dry run says whether a guard or the hosts of a secret would stop the request or ask a person, asks nobody and counts nothing.',
  ),
  'dry-run:exact': fromDesign(
    'execution#one-pipeline-for-every-kind-of-request',
    'A dry run shows method, target, headers in order and body as they are written.',
  ),
  'dry-run:origins': fromDesign(
    'execution#filling-in',
    'A dry run says of each place of the request what made it, what that hides, and names near one without a value.',
  ),
  'dry-run:stored': fromDesign(
    'execution#filling-in',
    'A stored execution keeps the origins of its request, with secrets hidden.',
  ),
  'dry-run:run': fromDesign(
    'runs#a-dry-run-of-a-run',
    'A dry run of a run shows what each of its requests would send.',
  ),
} as const;
