import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RpcMethods } from '@tandem/rpc/client';

import { queryKeys } from '../../link/query-keys.js';
import { Button, Dialog, Select } from '../../kit/index.js';
import { useLink } from '../../link/use-link.js';
import { describeProblem } from '../../link/problem-words.js';
import type { RequestId } from '../saved-request.js';
import { useDrafts } from '../drafts/use-drafts.js';
import { useChangePreferences, usePreference } from '../../settings/preferences.js';
import { useSay } from '../../shell/page.js';
import { prepareSending } from './send-blocker.js';
import type { Link } from '../../link/link.js';
import { describeCopiedCommand } from '../actions.js';
import '../../style/sending.css';

type Params = RpcMethods['requests_code']['params'];

/** The languages in which a request can be copied: a curl command, or code for an HTTP client. */
type CopyLanguage = 'curl' | Params['language'];

/** A request as code, and remarks about it. */
interface CopiedRequest {
  readonly text: string;
  /** Remarks, such as which secrets are redacted. */
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
const languageOptions = (Object.keys(titles) as readonly CopyLanguage[]).map((value) => ({
  value,
  title: titles[value],
}));

/** Returns the last chosen language, or curl. */
const parseLanguage = (kept: string | undefined): CopyLanguage =>
  languageOptions.find(({ value }) => value === kept)?.value ?? 'curl';

/** How variables and secrets appear in the code. */
const valueOptions = [
  { value: 'filled', title: 'Variable values' },
  { value: 'real', title: 'Variable values and secrets' },
  { value: 'named', title: 'Variable names' },
] as const;

/** The value of one of the {@link valueOptions}. */
type CopyValues = (typeof valueOptions)[number]['value'];

const toCopyArguments = (values: CopyValues): Pick<Params, 'secrets' | 'variables'> => ({
  secrets: values === 'real' ? 'real' : 'masked',
  variables: values === 'named' ? 'named' : 'filled',
});

/** Renders a request as code in a language. */
const renderRequestCode = async (
  link: Link,
  id: RequestId,
  language: CopyLanguage,
  values: CopyValues,
): Promise<CopiedRequest> => {
  const params = { id, ...toCopyArguments(values) };
  const facts =
    language === 'curl'
      ? await link.call('requests_curl', params)
      : await link
          .call('requests_code', { ...params, language })
          .then(({ code, ...others }) => ({ command: code, ...others }));
  if (facts.command === null) throw new Error(facts.problem ?? 'There is nothing to copy.');
  return { text: facts.command, words: describeCopiedCommand(facts, titles[language]) };
};

const useCopied = (id: RequestId, language: CopyLanguage, values: CopyValues) => {
  const link = useLink();
  const drafts = useDrafts();
  return useQuery({
    queryKey: [...queryKeys.code, id, language, values],
    queryFn: async () => {
      const why = await prepareSending(drafts, id);
      if (why !== undefined) throw new Error(`Nothing to copy: ${why.reason}`);
      return renderRequestCode(link, id, language, values);
    },
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
};

/** Shows a request as code to copy. */
export const CodeDialog = ({ id, onClose }: { readonly id: RequestId; readonly onClose: () => void }) => {
  const say = useSay();
  const prefer = useChangePreferences();
  const language = parseLanguage(usePreference(({ copiedAs }) => copiedAs));
  const [values, setValues] = useState<CopyValues>('filled');
  const { data, error } = useCopied(id, language, values);
  const copy = async (): Promise<void> => {
    if (data === undefined) return;
    await navigator.clipboard.writeText(data.text);
    say(data.words);
    onClose();
  };
  return (
    <Dialog
      title="Copy as code"
      description="Sends the same request as Send, without the script."
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" disabled={data === undefined} onClick={() => void copy()}>
            Copy
          </Button>
        </>
      }
    >
      <div className="stack">
        <div className="row">
          <Select
            label="Language"
            value={language}
            options={languageOptions}
            onChange={(next) => prefer({ copiedAs: next })}
          />
          <Select label="Values" value={values} options={valueOptions} onChange={setValues} />
        </div>
        {error ? (
          <p className="bad" role="alert">
            {describeProblem(error)}
          </p>
        ) : (
          <pre className="copied-code" role="group" aria-label="Code" tabIndex={0}>
            {data?.text ?? '…'}
          </pre>
        )}
      </div>
    </Dialog>
  );
};
