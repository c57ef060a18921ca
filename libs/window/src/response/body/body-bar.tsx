import { Check, Copy, Download, Filter, Search, WrapText } from 'lucide-react';
import { useState } from 'react';

import { IconButton, SegmentedControl } from '../../kit/index.js';

/** The views of a body. */
export const viewNames = {
  events: 'Events',
  pretty: 'Pretty',
  raw: 'Raw',
  hex: 'Hex',
  preview: 'Preview',
} as const;
export type View = keyof typeof viewNames;

/** How long a button shows the result of a click, in milliseconds. */
const sayMs = 1_500;

const CopyBody = ({ text }: { readonly text: string }) => {
  const [said, setSaid] = useState<string>();
  const say = (words: string): void => {
    setSaid(words);
    window.setTimeout(setSaid, sayMs, undefined);
  };
  return (
    <IconButton
      icon={said === 'Copied' ? Check : Copy}
      label="Copy the body"
      tooltip={said ?? 'Copy the body'}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => say('Copied'),
          () => say('The browser does not allow copying'),
        );
      }}
    />
  );
};

interface Props {
  readonly offered: readonly View[];
  readonly view: View;
  readonly onChoose: (view: View) => void;
  /** Undefined without lines. */
  readonly lines:
    { readonly wrap: boolean; readonly onWrap: () => void; readonly onFind: () => void } | undefined;
  /** Undefined if no path can be evaluated. */
  readonly filter: { readonly isOn: boolean; readonly onToggle: () => void } | undefined;
  /** Undefined for bytes that are not text. */
  readonly text: string | undefined;
  readonly onSave: () => void;
}

/** The actions on a body, above it. */
export const BodyBar = ({ offered, view, onChoose, lines, filter, text, onSave }: Props) => (
  <div className="body-bar">
    <SegmentedControl
      label="View"
      value={view}
      options={offered.map((value) => ({ value, title: viewNames[value] }))}
      onChange={onChoose}
    />
    <span className="bar-buttons">
      {filter && (
        <IconButton
          icon={Filter}
          label="Filter by JSONPath"
          aria-pressed={filter.isOn}
          onClick={filter.onToggle}
        />
      )}
      {lines && (
        <>
          <IconButton icon={WrapText} label="Wrap lines" aria-pressed={lines.wrap} onClick={lines.onWrap} />
          <IconButton icon={Search} label="Find in the body" keys="Ctrl F" onClick={lines.onFind} />
        </>
      )}
      {text !== undefined && <CopyBody text={text} />}
      <IconButton icon={Download} label="Save the body to a file" onClick={onSave} />
    </span>
  </div>
);
