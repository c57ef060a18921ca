import {
  type BodyBudget,
  defaultKeepLimits,
  type DefaultPort,
  type GivenPorts,
  type Ports,
} from '@tandem/core';

import { defaultApprovalMs } from './guards/guardian.js';
import { defaultMaxOperations } from './requests/apply-requests.js';
import { readSchemas } from './schemas/read-schemas.js';
import { defaultSchemaBytes } from './schemas/schemas.js';

const unlimitedBodies: BodyBudget = {
  limit: Infinity,
  open: () => ({ limit: Infinity, take: () => Promise.resolve(true), release: () => undefined }),
};

/** Defaults for ports that are not provided. */
const defaultPorts: Pick<Ports, DefaultPort> = {
  approvalMs: defaultApprovalMs,
  bodies: unlimitedBodies,
  connectionsInForce: () => [],
  givenSecrets: { valueOf: () => undefined, all: [], isAllowed: () => false },
  graphqlSchemaBytes: defaultSchemaBytes,
  graphqlSchemas: readSchemas,
  keep: defaultKeepLimits,
  keptVariables: { of: () => [], keep: () => undefined },
  maxOperations: defaultMaxOperations,
  processVariables: () => ({}),
  saveFolders: [],
  scriptsMaySend: false,
  secretProvider: {
    isOn: () => Promise.resolve(false),
    read: () => Promise.resolve({ problem: 'is not set' }),
    all: () => [],
  },
  sentSecrets: { note: () => undefined, hostsOf: () => [] },
};

/** All ports, so that no use case has to check for one. */
export const addDefaultPorts = (given: GivenPorts): Ports => ({ ...defaultPorts, ...given });
