import { agents } from './agent-rules.js';
import { bodies } from './body-rules.js';
import { calls } from './call-rules.js';
import { connect } from './connect-rules.js';
import { connection } from './connection-rules.js';
import { credentials } from './credential-rules.js';
import { cookies } from './cookie-rules.js';
import { dryRuns } from './dry-run-rules.js';
import { executions, graphql, lifecycle, result, sendingRules } from './execution-rules.js';
import { exportRules } from './export-rules.js';
import { folder } from './folder-rules.js';
import { guard } from './guard-rules.js';
import { imports } from './import-rules.js';
import { domain, inheritance, interpolation, dependencyRules, request } from './request-rules.js';
import { prompts } from './prompt-rules.js';
import { report } from './report-rules.js';
import { run } from './run-rules.js';
import type { Requirement } from './requirement.js';
import { echo, mcp } from './server-rules.js';
import { storage } from './storage-rules.js';
import { text } from './text-rules.js';
import { way } from './way-rules.js';
import { wire } from './wire-rules.js';
import { window } from './window-rules.js';

export type { Requirement } from './requirement.js';

/** Every requirement, by id. Tests cite the ids as tags. */
export const requirements = {
  ...domain,
  ...inheritance,
  ...dependencyRules,
  ...interpolation,
  ...prompts,
  ...request,
  ...cookies,
  ...credentials,
  ...sendingRules,
  ...wire,
  ...dryRuns,
  ...way,
  ...run,
  ...imports,
  ...exportRules,
  ...result,
  ...executions,
  ...bodies,
  ...lifecycle,
  ...calls,
  ...agents,
  ...guard,
  ...graphql,
  ...text,
  ...echo,
  ...mcp,
  ...connect,
  ...connection,
  ...folder,
  ...storage,
  ...window,
  ...report,
} as const satisfies Record<string, Requirement>;
export type RequirementId = keyof typeof requirements;
