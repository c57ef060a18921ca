import { Scalar } from 'yaml';

/** Words and shapes that a YAML 1.1 or 1.2 reader does not treat as text. */
const notText = /^(?:true|false|yes|no|on|off|y|n|null|~|\.nan|[-+]?\.inf)$/i;

const plainText = /^[\p{L}/][\p{L}\p{N}_./:@?&=+,;()~$%*!'<>|^ -]*$/u;

/**
 * Characters that a block scalar cannot contain: carriage returns and other control characters, separators, byte
 * order marks, lone surrogates.
 */
const unprintable = /(?![\n\t])\p{Cc}|[\p{Zl}\p{Zp}\p{Cs}\ufeff\ufffe\uffff]/u;

const isPlain = (text: string): boolean =>
  plainText.test(text) && !notText.test(text) && !/:(?:\s|$)|\s#|\s$/.test(text);

const isBlock = (text: string): boolean =>
  text.includes('\n') && !/^[ \t\n]/.test(text) && !unprintable.test(text) && !/[ \t](?:\n|$)/.test(text);

/** How text is written in canonical form: plain if unambiguous, a block for multiple lines, else quoted. */
export const chooseStyle = (text: string): 'PLAIN' | 'BLOCK_LITERAL' | 'QUOTE_DOUBLE' => {
  if (isBlock(text)) return 'BLOCK_LITERAL';
  return isPlain(text) ? 'PLAIN' : 'QUOTE_DOUBLE';
};

/** A text scalar. */
export const createTextNode = (text: string): Scalar<string> => {
  const node = new Scalar(text);
  node.type = chooseStyle(text);
  return node;
};

/** Keys whose values other readers treat as numbers and booleans; all other scalars are text. */
export const bareKeys = new Set([
  'protected',
  'perMinute',
  'seq',
  'disabled',
  'secret',
  'selected',
  'bundled',
  'format',
  'nth',
  'timeout',
  'followRedirects',
  'maxRedirects',
  'cookies',
  'verify',
  'port',
  'status',
  'inherit',
  'autoFetchToken',
  'autoRefreshToken',
  'secretIsBase64',
  'expiresIn',
]);

/** A scalar that readers treat as a number or boolean. */
export const createPlainNode = (text: string): Scalar<string> => {
  const node = new Scalar(text);
  node.type = 'PLAIN';
  return node;
};
