import type { Body } from '../requests/body.js';
import { type CurlArgument, getOptionValues } from './curl-arguments.js';
import { selectDataArguments } from './curl-body.js';
import { isMissed } from './curl-options.js';

const hasFile = (body: Body): boolean =>
  body.type === 'binary' || (body.type === 'multipart' && body.parts.some((part) => 'file' in part));

/** Headers that the command tells curl to omit, but that are sent here. */
const findHeadersSentAnyway = (all: readonly CurlArgument[]): readonly string[] => [
  ...getOptionValues(all, 'header').flatMap((text) => /^([^:;]+):\s*$/.exec(text)?.[1]?.trim() ?? []),
  ...(getOptionValues(all, 'user-agent').includes('') ? ['User-Agent'] : []),
];

/** Options whose values a request cannot represent exactly. */
const findChangedOptions = (all: readonly CurlArgument[]): readonly string[] => {
  const headers = findHeadersSentAnyway(all);
  const seconds = getOptionValues(all, 'max-time').at(-1);
  const redirects = getOptionValues(all, 'max-redirs').at(-1);
  const isStripped = selectDataArguments(all).some(
    ({ name, value }) => name === 'data' && value.startsWith('@'),
  );
  return [
    ...(headers.length > 0 ? [`Sent all the same: ${headers.join(', ')}, which curl leaves out.`] : []),
    ...(isStripped ? ['The file of -d is sent as it is; curl removes its line breaks.'] : []),
    ...(seconds !== undefined && !(Number(seconds) <= 600) ? [`Left out: --max-time ${seconds}.`] : []),
    ...(redirects !== undefined && !(Number(redirects) >= 0 && Number(redirects) <= 100)
      ? [`Left out: --max-redirs ${redirects}.`]
      : []),
    ...(getOptionValues(all, 'referer').some((value) => value.endsWith(';auto'))
      ? ['Left out: a Referer after each redirect.']
      : []),
  ];
};

/** Lists and ranges that curl expands to several URLs, unless told not to. */
const several = /(?<!\{)\{[^{},]*,[^{}]*\}(?!\})|\[(?:\d+-\d+|[a-z]-[a-z])(?::\d+)?\]/gi;

const describeSeveralUrls = (all: readonly CurlArgument[], left: readonly string[]): readonly string[] => {
  const found = left.includes('globoff')
    ? []
    : getOptionValues(all, 'url').flatMap((url) => url.match(several) ?? []);
  return found.length === 0
    ? []
    : [`Left out: the URLs that curl makes of ${found.join(' and ')}; the request has it as it stands.`];
};

/** Notes about a request converted from a command. */
export const listCurlNotes = (
  body: Body,
  all: readonly CurlArgument[],
  left: readonly string[],
  variables: readonly string[],
): readonly string[] => {
  const missed = [...new Set(left.filter(isMissed))].map((name) => `--${name}`);
  const names = variables.map((name) => `{{${name}}}`);
  return [
    ...(missed.length > 0 ? [`Left out: ${missed.join(', ')}.`] : []),
    ...(names.length > 0 ? [`Variables of the shell became ${names.join(', ')}.`] : []),
    ...(hasFile(body) ? ['Choose its file again in Body.'] : []),
    ...findChangedOptions(all),
    ...describeSeveralUrls(all, left),
  ];
};
