import '../../style/sending.css';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button, Dialog, Select } from '../../kit/index.js';
import { useLink } from '../../link/use-link.js';
import {
  renderRequestCode,
  type CopyLanguage,
  type CopyValues,
  languageFrom,
  languageOptions,
  valueOptions,
} from './code-languages.js';
import { describeProblem } from '../../link/problem-words.js';
import type { RequestId } from '../saved-request.js';
import { useDrafts } from '../drafts/contexts.js';
import { usePreferences } from '../../settings/preferences.js';
import { useSay } from '../../shell/notices/said.js';
import { unsendable } from './unsendable.js';

const useCopied = (id: RequestId, language: CopyLanguage, values: CopyValues) => {
  const link = useLink();
  const drafts = useDrafts();
  return useQuery({
    queryKey: ['code', id, language, values],
    queryFn: async () => {
      const why = await unsendable(drafts, id);
      if (why !== undefined) throw new Error(why.message.replace('Not sent:', 'Nothing to copy:'));
      return renderRequestCode(link, id, language, values);
    },
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
};

/** A request as code of a language, to copy. */
export const CodeDialog = ({ id, onClose }: { readonly id: RequestId; readonly onClose: () => void }) => {
  const say = useSay();
  const { preferences, prefer } = usePreferences();
  const language = languageFrom(preferences.copiedAs);
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
      description="Sends what Send sends, without the script."
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
