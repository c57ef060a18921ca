import { nameFromUrl, type SavedRequest } from '@tandem/core';

import type { Link } from '../link/link.js';
import { loadPart } from '../served/load-part.js';

/** Creates the request that a curl command sends; rejects with what is wrong with the command. */
export const createFromCurl = async (link: Link, command: string): Promise<SavedRequest> => {
  const { readCurl } = await loadPart(() => import('./curl-command.js'));
  const reading = readCurl(command);
  if ('problem' in reading) throw new Error(`The curl command cannot be read. ${reading.problem}`);
  const { fields } = reading;
  return link.call('rest_create', { name: nameFromUrl(fields.url) || 'From curl', ...fields });
};
