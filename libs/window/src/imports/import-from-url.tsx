import '../style/import.css';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';

import { queryKeys } from '../link/query-keys.js';
import { useLink } from '../link/use-link.js';
import { Button, Combobox, Dialog } from '../kit/index.js';
import { classifyDroppedText } from './dropped.js';
import type { ImportedDocuments } from './import-plans.js';
import { describeProblem } from '../link/problem-words.js';

/** Loads the URLs of earlier imports, as suggestions. */
const useSources = () => {
  const link = useLink();
  const { data } = useQuery({
    queryKey: queryKeys.importSources,
    queryFn: ({ signal }) => link.call('imports_sources', {}, { signal }),
    gcTime: 0,
    retry: false,
  });
  return (data?.sources ?? []).map(({ url, folder }) => ({ value: url, title: url, note: folder }));
};

/** Returns a function that fetches a document. Closing the dialog stops the request. */
const useFetch = (onFetched: (documents: ImportedDocuments) => void) => {
  const link = useLink();
  const [problem, setProblem] = useState<string>();
  const [isFetching, setFetching] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (url: string): Promise<void> => {
    const { signal } = (running.current = new AbortController());
    setFetching(true);
    setProblem(undefined);
    try {
      const document = await link.call('imports_fetch', { url }, { signal });
      const known = classifyDroppedText(document.text, document.name);
      onFetched({ title: known.kind === 'document' ? known.title : document.name, documents: [document] });
    } catch (cause) {
      if (signal.aborted) return;
      setProblem(describeProblem(cause).replace(/^Invalid arguments: url (?=\w)/, 'It '));
      setFetching(false);
    }
  };
  return { problem, isFetching, start, forget: (): void => setProblem(undefined) };
};

interface Props {
  /** The initial text of the URL input. */
  readonly url: string;
  readonly onFetched: (documents: ImportedDocuments) => void;
  readonly onClose: () => void;
}

/** Asks for the URL of a document, and fetches it. */
export const ImportFromUrl = ({ url: first, onFetched, onClose }: Props) => {
  const [url, setUrl] = useState(first);
  const sources = useSources();
  const { problem, isFetching, start, forget } = useFetch(onFetched);
  const form = useId();
  return (
    <Dialog
      title="Import from a URL"
      description="You see what the document contains before anything is imported. Documents that it refers to are not fetched."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} disabled={url.trim() === '' || isFetching}>
            {isFetching ? 'Fetching …' : 'Fetch'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (url.trim() !== '' && !isFetching) void start(url.trim());
        }}
      >
        <label className="k-field">
          <span className="k-field-label">
            URL of a document from OpenAPI, Postman, Insomnia or another tool
          </span>
          <Combobox
            label="URL"
            placeholder="https://api.example.com/openapi.json"
            value={url}
            options={sources}
            onChange={(next) => {
              setUrl(next);
              forget();
            }}
          />
        </label>
        {problem !== undefined && (
          <p className="bad" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
};
