import { deriveNameFromUrl } from '@tandem/core';
import { useState } from 'react';

import type { CurlFields } from './curl-command.js';
import { getNewName, type Field, type RequestId, type SavedRequest } from '../requests/saved-request.js';
import { useDrafts } from '../requests/drafts/use-drafts.js';
import { loadPart } from '../served/trust.js';

/** The result of pasting a curl command into a request. */
export interface PastedCurl {
  readonly text: string;
  readonly isBad: boolean;
  /** Restores the fields that the command replaced. */
  readonly undo?: () => void;
}

const filledFields = [
  'name',
  'method',
  'url',
  'queryParams',
  'headers',
  'auth',
  'body',
  'settings',
] as const satisfies readonly ('name' | (keyof CurlFields & Field))[];

/** Fills a request from pasted curl commands, and shows the result of the last one. */
export const usePastedCurl = (id: RequestId) => {
  const drafts = useDrafts();
  const [pasted, setPasted] = useState<PastedCurl>();
  const set = (fields: Readonly<Record<string, unknown>>): void => {
    for (const name of filledFields) drafts.edit(id, name, fields[name]);
  };
  const fill = async (request: SavedRequest, command: string): Promise<void> => {
    if (!('method' in request)) {
      setPasted({
        text: 'A curl command becomes a REST request. Create one, and paste the command there.',
        isBad: true,
      });
      return;
    }
    const { readCurl } = await loadPart(() => import('./curl-command.js'));
    const reading = readCurl(command);
    if ('problem' in reading) {
      setPasted({ text: `The curl command cannot be read. ${reading.problem}`, isBad: true });
      return;
    }
    const { name: before } = request;
    // Name the request after the URL, unless the person has named it already.
    const name = before === getNewName('rest') ? deriveNameFromUrl(reading.fields.url) || before : before;
    set({ ...reading.fields, name });
    const undo = (): void => {
      set({ ...request });
      setPasted(undefined);
    };
    setPasted({ text: ['Filled in from the curl command.', ...reading.notes].join(' '), isBad: false, undo });
  };
  return {
    pasted,
    forget: (): void => setPasted(undefined),
    fill: (request: SavedRequest, command: string): void => void fill(request, command),
  };
};
