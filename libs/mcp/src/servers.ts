import {
  InMemoryServerEventBus,
  type McpServerFactory,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import type { Change } from '@tandem/core';

import { announcer } from './catalogue/announce.js';
import type { NewServer } from './sdk1/binding.js';
import type { McpLog } from './catalogue/call.js';
import type { Catalogue, Hide } from './catalogue/catalogue.js';
import { sdk2Servers } from './sdk2/servers.js';
import { sdk1Servers } from './sdk1/servers.js';

/** Where servers come from. */
export interface Servers {
  /** Those of the revisions that begin with `initialize`. */
  readonly older: NewServer;
  /** Those of the revisions from 2026-07-28 on. */
  readonly newer: McpServerFactory;
  /** Where the newer ones hear of what has changed. */
  readonly bus: ServerEventBus;
  /** Publishes a change there. */
  readonly publish?: (change: Change) => void;
  /** Hides secrets in the errors of the newer ones. */
  readonly hide?: Hide | undefined;
}

/** The servers over a catalogue, for every revision. */
export const serversFor = (catalogue: Catalogue, log: McpLog): Servers => {
  const { resources } = catalogue;
  const bus = new InMemoryServerEventBus();
  const publish =
    resources &&
    announcer(resources, () => true, {
      listChanged: () => {
        bus.publish({ kind: 'resources_list_changed' });
      },
      updated: (uri) => {
        bus.publish({ kind: 'resource_updated', uri });
      },
    });
  return {
    older: sdk1Servers(catalogue, log),
    newer: sdk2Servers(catalogue, log),
    bus,
    hide: catalogue.hide,
    ...(publish ? { publish } : {}),
  };
};
