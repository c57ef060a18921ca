import type { RpcMethods } from '@tandem/rpc/client';

import type { Link } from '../../link/link.js';
import { describeCopiedCommand } from './curl.js';
import type { RequestId } from '../saved-request.js';

type Params = RpcMethods['requests_code']['params'];

/** What a request is copied as: a curl command, or code by the client that it uses. */
export type CopyLanguage = 'curl' | Params['language'];

/** A request as it is copied, and what to know about it. */
export interface CopiedRequest {
  readonly text: string;
  /** Such as which secrets are masked. */
  readonly words: string;
}

const titles: Readonly<Record<CopyLanguage, string>> = {
  curl: 'curl',
  fetch: 'JavaScript: fetch',
  axios: 'JavaScript: axios',
  requests: 'Python: requests',
  httpx: 'Python: httpx',
  go: 'Go: net/http',
  java: 'Java: HttpClient',
  csharp: 'C#: HttpClient',
  php: 'PHP: curl',
  ruby: 'Ruby: Net::HTTP',
};

/** The languages in the order of the menu. */
export const languageOptions = (Object.keys(titles) as readonly CopyLanguage[]).map((value) => ({
  value,
  title: titles[value],
}));

/** The language that was chosen last, or curl. */
export const languageFrom = (kept: string | undefined): CopyLanguage =>
  languageOptions.find(({ value }) => value === kept)?.value ?? 'curl';

/** What stands for variables and secrets. */
export const valueOptions = [
  { value: 'filled', title: 'Values of variables' },
  { value: 'real', title: 'Values of variables and secrets' },
  { value: 'named', title: 'Names of variables' },
] as const;

/** One of {@link valueOptions}. */
export type CopyValues = (typeof valueOptions)[number]['value'];

const argumentsFor = (values: CopyValues): Pick<Params, 'secrets' | 'variables'> => ({
  secrets: values === 'real' ? 'real' : 'masked',
  variables: values === 'named' ? 'named' : 'filled',
});

/** A request in a language. */
export const renderRequestCode = async (
  link: Link,
  id: RequestId,
  language: CopyLanguage,
  values: CopyValues,
): Promise<CopiedRequest> => {
  const params = { id, ...argumentsFor(values) };
  const facts =
    language === 'curl'
      ? await link.call('requests_curl', params)
      : await link
          .call('requests_code', { ...params, language })
          .then(({ code, ...others }) => ({ command: code, ...others }));
  if (facts.command === null) throw new Error(facts.problem ?? 'There is nothing to copy.');
  return { text: facts.command, words: describeCopiedCommand(facts, titles[language]) };
};
