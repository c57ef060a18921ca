import { useQuery } from '@tanstack/react-query';
import type { RpcMethods } from '@tandem/rpc/client';

import { queryKeys } from '../link/query-keys.js';
import { Button, Dialog, saveFile, Select } from '../kit/index.js';
import { useLink } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';
import type { RunTarget } from '../runs/run-target.js';
import { useDrafts } from '../requests/drafts/use-drafts.js';
import { useFolderEdits } from '../folders/use-folder-editing.js';
import { useChangePreferences, usePreference } from '../settings/preferences.js';
import { useSay } from '../shell/page.js';
import { LeftOut } from '../imports/left-out.js';
import type { Link } from '../link/link.js';
import { formatCount } from '../shell/phrases.js';
import '../style/import.css';
import '../style/sending.css';

type Params = RpcMethods['exports_render']['params'];

/** The available export formats. */
type ExportFormat = Params['format'];

/** The result of rendering requests in a format. */
type RenderedExport = RpcMethods['exports_render']['result'];

/** The label and content of each format. */
const formats: Readonly<Record<ExportFormat, { readonly title: string; readonly holds: string }>> = {
  openapi: {
    title: 'OpenAPI 3.1',
    holds: 'An operation for each request, with schemas derived from stored responses.',
  },
  html: { title: 'HTML page', holds: 'One page to read, with stored responses. It needs no network.' },
  har: { title: 'HAR', holds: 'The stored requests and responses.' },
  postman: { title: 'Postman collection', holds: 'Folders, requests, and the tests that can be converted.' },
  k6: { title: 'k6 script', holds: 'A load test that sends the requests and checks their status.' },
  curl: { title: 'curl commands', holds: 'A script for bash.' },
  fetch: { title: 'JavaScript: fetch', holds: 'A module for Node or a browser.' },
  axios: { title: 'JavaScript: axios', holds: 'A module for Node or a browser.' },
  requests: { title: 'Python: requests', holds: 'A script for Python.' },
  httpx: { title: 'Python: httpx', holds: 'A script for Python.' },
  go: { title: 'Go: net/http', holds: 'A program of one request.' },
  java: { title: 'Java: HttpClient', holds: 'A program of one request.' },
  csharp: { title: 'C#: HttpClient', holds: 'A program of one request.' },
  php: { title: 'PHP: curl', holds: 'A script for PHP.' },
  ruby: { title: 'Ruby: Net::HTTP', holds: 'A script for Ruby.' },
};

/** Formats that create one program for one request, so they are only available for a single request. */
const singleRequestFormats: ReadonlySet<ExportFormat> = new Set(['go', 'java', 'csharp']);

/** The available formats, in the order of the list. */
const listFormatOptions = (target: RunTarget) =>
  (Object.keys(formats) as readonly ExportFormat[])
    .filter((value) => target.kind === 'request' || !singleRequestFormats.has(value))
    .map((value) => ({ value, title: formats[value].title }));

/** Returns the last chosen format if it is available, otherwise the first one. */
const parseFormat = (stored: string | undefined, target: RunTarget): ExportFormat =>
  listFormatOptions(target).find(({ value }) => value === stored)?.value ?? 'openapi';

const describeFormatContent = (format: ExportFormat): string => formats[format].holds;

/** Maximum length of the text that the page requests, in UTF-16 units. */
const maxExportChars = 32 * 1024 * 1024;

/** Renders the complete requests in a format. */
const renderExport = (link: Link, target: RunTarget, format: ExportFormat): Promise<RenderedExport> =>
  link.call('exports_render', {
    format,
    maxChars: maxExportChars,
    ...(target.kind === 'request' ? { ids: [target.id] } : {}),
    ...(target.kind === 'requests' ? { ids: target.ids } : {}),
    ...(target.kind === 'folder' ? { folder: target.path } : {}),
  });

/** Describes what is exported, in a few words. */
const describeExport = (target: RunTarget, { counts }: RenderedExport): string => {
  const scope = target.kind === 'folder' ? ` of the folder “${target.path}”` : '';
  return `${formatCount(counts.requests, 'request')}${scope}. The names of secrets stand in place of their values.`;
};

/** Maximum length of the text that the dialog shows, in UTF-16 units. */
const maxPreviewChars = 20_000;

const useRendered = (target: RunTarget, format: ExportFormat) => {
  const link = useLink();
  const drafts = useDrafts();
  const folders = useFolderEdits();
  return useQuery({
    queryKey: [...queryKeys.exportedDocument, target, format],
    queryFn: async () => {
      await folders.flushAll();
      if (target.kind === 'request') await drafts.flush(target.id);
      else drafts.flushAll();
      return renderExport(link, target, format);
    },
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
};

const Text = ({ exported: { text } }: { readonly exported: RenderedExport }) => (
  <pre className="copied-code" role="group" aria-label="Beginning of the file" tabIndex={0}>
    {text.slice(0, maxPreviewChars)}
    {text.length > maxPreviewChars && '\n…'}
  </pre>
);

/** Exports requests to a file in the format of another tool. */
export const ExportDialog = ({
  target,
  onClose,
}: {
  readonly target: RunTarget;
  readonly onClose: () => void;
}) => {
  const say = useSay();
  const prefer = useChangePreferences();
  const exportedAs = usePreference((preferences) => preferences.exportedAs);
  const format = parseFormat(exportedAs, target);
  const { data, error } = useRendered(target, format);
  const save = (): void => {
    if (data === undefined) return;
    saveFile(data.file, new Blob([data.text], { type: data.type }));
    say(`Saved ${data.file}.`);
    onClose();
  };
  return (
    <Dialog
      title="Export"
      description={
        data ? describeExport(target, data) : 'The names of secrets stand in place of their values.'
      }
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" disabled={data === undefined || data.text === ''} onClick={save}>
            Save as a file
          </Button>
        </>
      }
    >
      <div className="stack">
        <div className="row">
          <Select
            label="Format"
            value={format}
            options={listFormatOptions(target)}
            onChange={(next) => prefer({ exportedAs: next })}
          />
          <span className="quiet">{describeFormatContent(format)}</span>
        </div>
        {error && (
          <p className="bad" role="alert">
            {describeProblem(error)}
          </p>
        )}
        {!error && data === undefined && <p className="quiet">Exporting …</p>}
        {data && data.text !== '' && <Text exported={data} />}
        {data && data.leftOut.length > 0 && <LeftOut leftOut={data.leftOut} count={data.counts.leftOut} />}
      </div>
    </Dialog>
  );
};
