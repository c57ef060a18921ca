import {
  InMemoryServerEventBus,
  type McpServerFactory,
  type ServerEventBus,
} from '@modelcontextprotocol/server';

import { createChangeNotifications } from './resources/change-notifications.js';
import type { NewServer } from './sdk1/binding.js';
import type { McpLog } from './catalogue/call.js';
import type { Catalogue, Hide, ResourceChange } from './catalogue/catalogue.js';
import { createSdk2Servers } from './sdk2/servers.js';
import { createSdk1Servers } from './sdk1/servers.js';

/**
 * The servers of both SDKs. `sdk1` serves the protocol revisions up to 2025-11-25, in which a client starts with `initialize`. `sdk2`
 * serves those from 2026-07-28 on, in which each request says all that the server must know.
 */
export interface Servers {
  readonly sdk1: NewServer;
  readonly sdk2: McpServerFactory;
  /** The bus from which the servers of `sdk2` receive changes. */
  readonly bus: ServerEventBus;
  /** Publishes a change on `bus`. */
  readonly publish?: (change: ResourceChange) => void;
  /** Redacts secrets in the errors of `sdk2`. */
  readonly hide?: Hide | undefined;
}

/** Creates the servers of a catalogue for all protocol revisions. */
export const createServers = (catalogue: Catalogue, log: McpLog): Servers => {
  const { resources } = catalogue;
  const bus = new InMemoryServerEventBus();
  const publish =
    resources &&
    createChangeNotifications(resources, () => true, {
      listChanged: () => {
        bus.publish({ kind: 'resources_list_changed' });
      },
      updated: (uri) => {
        bus.publish({ kind: 'resource_updated', uri });
      },
    });
  return {
    sdk1: createSdk1Servers(catalogue, log),
    sdk2: createSdk2Servers(catalogue, log),
    bus,
    hide: catalogue.hide,
    ...(publish ? { publish } : {}),
  };
};
