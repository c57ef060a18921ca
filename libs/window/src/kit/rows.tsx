import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';

import { ContextMenu, MenuItem } from './overlays/menu.js';

/** One line: a name, a value, and whether it is enabled. */
interface Row {
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
  /** Shown instead of the value. The copy menu still copies the value. */
  readonly shown?: ReactNode;
}

const copyText = (text: string): void => void navigator.clipboard.writeText(text);

const Entries = ({ name, value }: Row) => (
  <>
    <MenuItem icon={Copy} onSelect={() => copyText(value)}>
      Copy value
    </MenuItem>
    <MenuItem icon={Copy} onSelect={() => copyText(`${name}: ${value}`)}>
      Copy name and value
    </MenuItem>
  </>
);

/** Names and values in two columns, each with a copy menu; disabled rows are struck through. */
export const Rows = ({ rows }: { readonly rows: readonly Row[] }) => (
  <dl className="rows">
    {rows.map((row, index) => (
      <ContextMenu
        key={index}
        target={
          <div data-enabled={row.enabled}>
            <dt>{row.name}</dt>
            <dd>{row.shown ?? row.value}</dd>
          </div>
        }
      >
        <Entries {...row} />
      </ContextMenu>
    ))}
  </dl>
);
