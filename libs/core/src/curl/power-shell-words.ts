import { getOwnValue } from '../codec/index.js';
import { splitCommand, type ShellWords } from './shell-words.js';

/** Tokens of a PowerShell command, tried in this order at each position (about_Quoting_Rules). */
const piece =
  /(?<space>(?:[ \t\r\n]|`\r?\n)+)|(?<end>[;|<>]|&&?(?=\s|$)|\d?>|#(?<=\s#).*)|'(?<single>(?:''|[^'])*)'|"(?<double>(?:`[^]|""|[^"`])*)"|`(?<escaped>[^])|(?<run>\$\()|\$\{?(?:env:)?(?<variable>[A-Za-z_]\w*)\}?|(?<plain>[^])/y;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0', e: '\u001b' };

const parseDoubleQuoted = (text: string, onVariable: (name: string) => string): string | undefined =>
  /(?<!`)\$\(/.test(text)
    ? undefined
    : text.replace(/`([^])|""|\$\{?(?:env:)?([A-Za-z_]\w*)\}?/g, (all, escaped?: string, name?: string) => {
        if (name !== undefined) return onVariable(name);
        if (all === '""') return '"';
        return escaped === undefined ? '' : (getOwnValue(escapes, escaped) ?? escaped);
      });

/** Whether a command is written for PowerShell: its lines continue after a backtick. */
export const isPowerShell = (text: string): boolean =>
  /`\r?\n/.test(text) || (/^\s*curl\.exe\s/i.test(text) && /`|''/.test(text));

/** Splits a command as PowerShell does. A quotation mark reaches the program only with a backslash before it. */
export const splitPowerShellWords = (text: string): ShellWords => {
  const cut = splitCommand(text, {
    piece,
    doubleQuoted: parseDoubleQuoted,
    single: (quoted) => quoted.replaceAll("''", "'"),
  });
  return 'problem' in cut ? cut : { ...cut, words: cut.words.map((word) => word.replaceAll('\\"', '"')) };
};
