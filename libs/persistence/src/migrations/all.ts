import { Initial1763683200000 } from './0001-initial.js';
import { GraphqlRequests1763712000000 } from './0002-graphql-requests.js';
import { Executions1763719200000 } from './0003-executions.js';
import { FolderMemory1763740800000 } from './0004-folder-memory.js';
import { KeptExecutions1795255200000 } from './0005-kept-executions.js';
import { RequestPlaces1795258800000 } from './0006-request-places.js';
import { SentRequests1795262400000 } from './0007-sent-requests.js';
import { SearchedSecrets1795266000000 } from './0008-searched-secrets.js';
import { RetiredEnvironments1795269600000 } from './0009-retired-environments.js';
import { TruncatedBodies1795273200000 } from './0010-truncated-bodies.js';
import { GivenSecrets1795276800000 } from './0011-given-secrets.js';
import { PlannedWrites1795280400000 } from './0012-planned-writes.js';
import { FormerSecrets1795284000000 } from './0013-former-secrets.js';
import { OrderColumns1795287600000 } from './0014-order-columns.js';
import { KeptBodies1795302000000 } from './0018-kept-bodies.js';
import { FolderAuth1795442400000 } from './0054-folder-auth.js';
import { Folders1795305600000 } from './0019-folders.js';
import { EnvironmentColors1795309200000 } from './0020-environment-colors.js';
import { ExecutionSearch1795312800000 } from './0021-execution-search.js';
import { Activities1795316400000 } from './0022-activities.js';
import { HiddenWorkspaces1795320000000 } from './0023-hidden-workspaces.js';
import { FolderInheritance1795330800000 } from './0024-folder-inheritance.js';
import { Cookies1795338000000 } from './0026-cookies.js';
import { Connections1795352400000 } from './0030-connections.js';
import { AuthTokens1795356000000 } from './0031-auth-tokens.js';
import { RequestVariables1795359600000 } from './0032-request-variables.js';
import { FolderScripts1795363200000 } from './0033-folder-scripts.js';
import { EnvironmentBases1795366800000 } from './0034-environment-bases.js';
import { Needs1795370400000 } from './0035-needs.js';
import { Tags1795374000000 } from './0036-tags.js';
import { Runs1795377600000 } from './0037-runs.js';
import { ForeignScripts1795381200000 } from './0038-foreign-scripts.js';
import { ScriptSending1795388400000 } from './0040-script-sending.js';
import { Journal1795402800000 } from './0044-journal.js';
import { SealedSecrets1795417200000 } from './0048-sealed-secrets.js';
import { SecretHosts1795420800000 } from './0049-secret-hosts.js';
import { Guards1795424400000 } from './0050-guards.js';
import { Origins1795428000000 } from './0051-origins.js';
import { ScriptReviews1795431600000 } from './0052-script-reviews.js';
import { Examples1795435200000 } from './0053-examples.js';

/** Every migration, the oldest first. */
export const migrations = [
  Initial1763683200000,
  GraphqlRequests1763712000000,
  Executions1763719200000,
  FolderMemory1763740800000,
  KeptExecutions1795255200000,
  RequestPlaces1795258800000,
  SentRequests1795262400000,
  SearchedSecrets1795266000000,
  RetiredEnvironments1795269600000,
  TruncatedBodies1795273200000,
  GivenSecrets1795276800000,
  PlannedWrites1795280400000,
  FormerSecrets1795284000000,
  OrderColumns1795287600000,
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
  SealedSecrets1795417200000,
  SecretHosts1795420800000,
  Guards1795424400000,
  Origins1795428000000,
  ScriptReviews1795431600000,
  Examples1795435200000,
  FolderAuth1795442400000,
] as const;
