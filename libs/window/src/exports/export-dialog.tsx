import '../style/import.css';
import '../style/sending.css';

import { useQuery } from '@tanstack/react-query';

import { Button, Dialog, saveFile, Select } from '../kit/index.js';
import { useLink } from '../link/use-link.js';
import {
  type RenderedExport,
  type ExportFormat,
  describeExport,
  formatFrom,
  formatOptions,
  describeFormatContent,
  renderExport,
} from './export-formats.js';
import { describeProblem } from '../link/problem-words.js';
import type { RunTarget } from '../runs/run-target.js';
import { useDrafts } from '../requests/drafts/contexts.js';
import { useFolderEdits } from '../folders/use-folder-editing.js';
import { usePreferences } from '../settings/preferences.js';
import { useSay } from '../shell/notices/said.js';
import { LeftOut } from '../imports/left-out.js';

/** How much of the text the dialog shows, in UTF-16 units. */
const maxPreviewChars = 20_000;

const useRendered = (target: RunTarget, format: ExportFormat) => {
  const link = useLink();
  const drafts = useDrafts();
  const folders = useFolderEdits();
  return useQuery({
    queryKey: ['export', target, format],
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

/** Requests in a format of another tool, to save as a file. */
export const ExportDialog = ({
  target,
  onClose,
}: {
  readonly target: RunTarget;
  readonly onClose: () => void;
}) => {
  const say = useSay();
  const { preferences, prefer } = usePreferences();
  const format = formatFrom(preferences.exportedAs, target);
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
            options={formatOptions(target)}
            onChange={(next) => prefer({ exportedAs: next })}
          />
          <span className="quiet">{describeFormatContent(format)}</span>
        </div>
        {error && (
          <p className="bad" role="alert">
            {describeProblem(error)}
          </p>
        )}
        {!error && data === undefined && <p className="quiet">Writing it …</p>}
        {data && data.text !== '' && <Text exported={data} />}
        {data && data.leftOut.length > 0 && <LeftOut leftOut={data.leftOut} count={data.counts.leftOut} />}
      </div>
    </Dialog>
  );
};
