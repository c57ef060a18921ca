import { Initial1795287600000 } from './0001-initial.js';
import { KeptBodies1795302000000 } from './0005-kept-bodies.js';
import { FolderAuth1795442400000 } from './0038-folder-auth.js';
import { Folders1795305600000 } from './0006-folders.js';
import { EnvironmentColors1795309200000 } from './0007-environment-colors.js';
import { ExecutionSearch1795312800000 } from './0008-execution-search.js';
import { Activities1795316400000 } from './0009-activities.js';
import { HiddenWorkspaces1795320000000 } from './0010-hidden-workspaces.js';
import { FolderInheritance1795330800000 } from './0011-folder-inheritance.js';
import { Cookies1795338000000 } from './0013-cookies.js';
import { Connections1795352400000 } from './0017-connections.js';
import { AuthTokens1795356000000 } from './0018-auth-tokens.js';
import { RequestVariables1795359600000 } from './0019-request-variables.js';
import { FolderScripts1795363200000 } from './0020-folder-scripts.js';
import { EnvironmentBases1795366800000 } from './0021-environment-bases.js';
import { Needs1795370400000 } from './0022-needs.js';
import { Tags1795374000000 } from './0023-tags.js';
import { Runs1795377600000 } from './0024-runs.js';
import { ForeignScripts1795381200000 } from './0025-foreign-scripts.js';
import { ScriptSending1795388400000 } from './0027-script-sending.js';
import { Journal1795402800000 } from './0031-journal.js';
import { SecretHosts1795420800000 } from './0032-secret-hosts.js';
import { Guards1795424400000 } from './0033-guards.js';
import { Origins1795428000000 } from './0034-origins.js';
import { ScriptReviews1795431600000 } from './0035-script-reviews.js';
import { Examples1795435200000 } from './0036-examples.js';
import { SealedSecrets1795438800000 } from './0037-sealed-secrets.js';

/** Every migration, the oldest first. */
export const migrations = [
  Initial1795287600000,
  KeptBodies1795302000000,
  Folders1795305600000,
  EnvironmentColors1795309200000,
  ExecutionSearch1795312800000,
  Activities1795316400000,
  HiddenWorkspaces1795320000000,
  FolderInheritance1795330800000,
  Cookies1795338000000,
  Connections1795352400000,
  AuthTokens1795356000000,
  RequestVariables1795359600000,
  FolderScripts1795363200000,
  EnvironmentBases1795366800000,
  Needs1795370400000,
  Tags1795374000000,
  Runs1795377600000,
  ForeignScripts1795381200000,
  ScriptSending1795388400000,
  Journal1795402800000,
  SecretHosts1795420800000,
  Guards1795424400000,
  Origins1795428000000,
  ScriptReviews1795431600000,
  Examples1795435200000,
  SealedSecrets1795438800000,
  FolderAuth1795442400000,
] as const;
