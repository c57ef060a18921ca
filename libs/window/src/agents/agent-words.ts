import type { AgentClient } from '@tandem/core';

import type { StatusAgent } from '../contract/status.js';
import { formatMoment } from '../history/execution-words.js';

/** What a client's configuration says about Tandem, and what the button for it does. */
export const clientStates = {
  none: { word: 'Not connected', tone: 'plain', action: 'Connect' },
  connected: { word: 'Connected', tone: 'good', action: 'Disconnect' },
  outdated: { word: 'Starts another Tandem', tone: 'warn', action: 'Update' },
  unusable: { word: 'Cannot be changed', tone: 'bad', action: undefined },
} as const;

/** What was done to a client's configuration. */
export const clientChanged = ({ name }: AgentClient, action: 'connect' | 'disconnect'): string =>
  `${name} ${action === 'connect' ? 'starts Tandem now' : 'no longer starts Tandem'}. Restart it if it is running.`;

/** What an agent did last, and when. */
export const describeLastCall = ({ lastCall, seenAt }: StatusAgent, now: Date): string =>
  lastCall === null
    ? `has called no tool, seen at ${formatMoment(seenAt, now)}`
    : `called ${lastCall.tool} at ${formatMoment(lastCall.at, now)}`;

/** The mark of each line of a diff, without its head. */
export const diffLines = (diff: string): readonly { readonly text: string; readonly mark: string }[] =>
  diff
    .trimEnd()
    .split('\n')
    .slice(3)
    .map((text) => ({
      text,
      mark: text.startsWith('+') ? 'added' : text.startsWith('-') ? 'removed' : 'same',
    }));
