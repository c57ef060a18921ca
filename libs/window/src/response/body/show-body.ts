import { indentJson } from './indent-json.js';
import type { Tone } from '../outcome.js';

/** The text as it is read best: JSON indented by two spaces, anything else as it came. */
export const prettyBody = (
  text: string,
  contentType: string | undefined,
): { readonly text: string; readonly json: boolean } => {
  const asIs = { text, json: false };
  if (!/[/+]json/i.test(contentType ?? '') && !/^\s*[[{]/.test(text)) return asIs;
  try {
    JSON.parse(text);
    return { text: indentJson(text), json: true };
  } catch {
    return asIs;
  }
};

/** A number of bytes in the unit that fits. */
export const byteSize = (bytes: number): string => {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${(bytes / 1_024).toFixed(1)} KiB`;
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
};

/** A number of milliseconds in the unit that fits. */
export const duration = (ms: number): string => {
  if (ms < 1_000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return `${(ms / 1_000).toFixed(2)} s`;
};

/** What colour a status is shown in: 2xx is good, 4xx and 5xx are bad. */
export const statusTone = (status: number): Tone => {
  if (status >= 400) return 'bad';
  return status >= 200 && status < 300 ? 'good' : 'plain';
};
