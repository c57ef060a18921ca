import { createHash, randomUUID } from 'node:crypto';

import type { Clock, Ids } from '@tandem/core';
import { customAlphabet } from 'nanoid';

/** The system's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** SHA-256 of a text, in hexadecimal. */
export const hashContent = (text: string): string => createHash('sha256').update(text).digest('hex');

const createRandomId = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 16);

/** Ids from the system's secure source. */
export const systemIds: Ids = {
  next: () => createRandomId(),
  uuid: () => randomUUID(),
};
