import '../style/import.css';

import type { RpcMethods } from '@tandem/rpc/client';
import { useId } from 'react';

import { Button, Dialog, Field, SegmentedControl } from '../kit/index.js';
import { describeBrunoConversion } from './bruno-words.js';
import { LeftOut } from './left-out.js';
import { type Place, useBrunoConversion } from './use-bruno-conversion.js';

type Conversion = RpcMethods['workspaces_convert']['result'];

const places: readonly { readonly value: Place; readonly title: string }[] = [
  { value: 'new', title: 'Into a new folder' },
  { value: 'own', title: 'In place' },
];

const consequences: Readonly<Record<Place, string>> = {
  new: 'This folder stays as it is, and its other files are copied.',
  own: 'The .bru files and bruno.json are removed once all YAML files are written. Commit or copy the folder first.',
};

/** The files that cannot be read. */
const Problems = ({ problems }: Pick<Conversion, 'problems'>) => (
  <section className="stack" role="alert">
    <p className="bad">Nothing can be converted until these files are repaired:</p>
    <ul className="import-list" tabIndex={0} aria-label="Files that cannot be converted">
      {problems.map(({ path, line, column, message }, at) => (
        <li key={at}>
          <span className="import-name">
            <strong>
              {path}:{line}:{column}
            </strong>
            : {message}
          </span>
        </li>
      ))}
    </ul>
  </section>
);

const describeConversion = (plan: Conversion | undefined): string => {
  if (plan === undefined) return 'Reading it …';
  return plan.problems.length > 0 ? '' : describeBrunoConversion(plan);
};

/** What the conversion brings and what it loses, or why there is none. */
const PlanParts = ({
  plan,
  problem,
}: {
  readonly plan: Conversion | undefined;
  readonly problem: string | undefined;
}) => (
  <>
    {problem === undefined ? (
      <p role="status">{describeConversion(plan)}</p>
    ) : (
      <p className="bad" role="alert">
        {problem}
      </p>
    )}
    {plan && plan.problems.length > 0 && <Problems problems={plan.problems} />}
    {plan && plan.leftOut.length > 0 && <LeftOut leftOut={plan.leftOut} count={plan.leftOut.length} />}
  </>
);

interface Props {
  /** The folder with `.bru` files, and what its collection is called. */
  readonly folder: { readonly path: string; readonly name: string };
  /** Opens a folder: the converted one, or this one as it is. */
  readonly onOpen: (path: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks how a folder of `.bru` files becomes YAML, shows what is lost, and opens the result. */
export const ConvertBruno = ({ folder: { path, name }, onOpen, onClose }: Props) => {
  const { place, choose, into, type, plan, problem, failed, convert, isConverting } = useBrunoConversion(
    path,
    onOpen,
  );
  const form = useId();
  const isReady = plan?.problems.length === 0 && !isConverting;
  const isPlaced = place === 'own' || into.trim() !== '';
  return (
    <Dialog
      title={`Convert the Bruno collection “${name}”`}
      description="Its requests are in .bru files. Tandem works with Bruno's YAML format, which Bruno 3 opens too."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} disabled={!isReady || !isPlaced}>
            {isConverting ? 'Converting …' : 'Convert and open'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="stack import"
        onSubmit={(event) => {
          event.preventDefault();
          void convert();
        }}
      >
        <SegmentedControl label="Where to" value={place} options={places} onChange={choose} />
        <p className="quiet">{consequences[place]}</p>
        {place === 'new' && (
          <Field
            label="New folder, as a full path"
            value={into}
            error={failed}
            onChange={({ target }) => type(target.value)}
          />
        )}
        {place === 'own' && failed !== undefined && (
          <p className="bad" role="alert">
            {failed}
          </p>
        )}
        <PlanParts plan={plan} problem={problem} />
        <button type="button" className="link" onClick={() => void onOpen(path)}>
          Open an empty workspace beside these files instead
        </button>
      </form>
    </Dialog>
  );
};
