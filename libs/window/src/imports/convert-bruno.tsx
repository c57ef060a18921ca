import type { RpcMethods } from '@tandem/rpc/client';
import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';

import '../style/import.css';
import { queryKeys } from '../link/query-keys.js';
import { Button, Dialog, Field, SegmentedControl } from '../kit/index.js';
import { LeftOut } from './left-out.js';
import { formatCount } from '../shell/phrases.js';
import type { Link } from '../link/link.js';
import { useLink } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';

/** Whether the YAML files are written to a new folder or replace the `.bru` files. */
type Destination = 'new-folder' | 'in-place';

/** Finds an unused path for the new folder, beside the collection's folder. */
const findFreePath = async (link: Link, path: string, number = 1): Promise<string> => {
  const wanted = `${path}-yaml${number === 1 ? '' : `-${number}`}`;
  const { kind } = await link.call('workspaces_look', { path: wanted });
  return kind === 'missing' ? wanted : findFreePath(link, path, number + 1);
};

/** The plan for converting a folder of `.bru` files, and a function that converts the folder. */
const useBrunoConversion = (path: string, onConverted: (path: string) => Promise<void>) => {
  const link = useLink();
  const [destination, choose] = useState<Destination>('new-folder');
  const [typed, type] = useState<string>();
  const [isConverting, setConverting] = useState(false);
  const [failed, setFailed] = useState<string>();
  const once = { gcTime: 0, staleTime: Infinity, retry: false } as const;
  const free = useQuery({
    queryKey: [...queryKeys.brunoFolder, path],
    queryFn: () => findFreePath(link, path),
    ...once,
  });
  const into = typed ?? free.data ?? '';
  const plan = useQuery({
    queryKey: [...queryKeys.brunoPlan, path, destination, free.data],
    queryFn: ({ signal }) =>
      link.call(
        'workspaces_convert',
        { path, dryRun: true, ...(destination === 'new-folder' ? { into: free.data ?? '' } : {}) },
        { signal },
      ),
    enabled: destination === 'in-place' || free.data !== undefined,
    ...once,
  });
  const forget = (): void => setFailed(undefined);
  const convert = async (): Promise<void> => {
    setConverting(true);
    forget();
    try {
      const done = await link.call('workspaces_convert', {
        path,
        ...(destination === 'new-folder' ? { into: into.trim() } : {}),
      });
      await onConverted(done.path);
    } catch (cause) {
      setFailed(describeProblem(cause));
    }
    setConverting(false);
  };
  const error = free.error ?? plan.error;
  return {
    destination,
    into,
    convert,
    isConverting,
    failed,
    choose: (next: Destination): void => {
      forget();
      choose(next);
    },
    type: (next: string): void => {
      forget();
      type(next);
    },
    plan: plan.data,
    problem: error === null ? undefined : describeProblem(error),
  };
};

/** Describes what the conversion of `.bru` files creates. */
const describeBrunoConversion = ({
  requests,
  folders,
  environments,
}: Pick<RpcMethods['workspaces_convert']['result'], 'requests' | 'folders' | 'environments'>): string => {
  const made = (
    [
      [requests, 'request'],
      [folders, 'folder'],
      [environments, 'environment'],
    ] as const
  ).filter(([count]) => count > 0);
  if (made.length === 0) return 'It contains no requests.';
  return `It contains ${made.map(([count, noun]) => formatCount(count, noun)).join(', ')}.`;
};

type Conversion = RpcMethods['workspaces_convert']['result'];

const destinationOptions: readonly { readonly value: Destination; readonly title: string }[] = [
  { value: 'new-folder', title: 'Into a new folder' },
  { value: 'in-place', title: 'In place' },
];

const consequences: Readonly<Record<Destination, string>> = {
  'new-folder': 'This folder stays unchanged, and its other files are copied to the new one.',
  'in-place':
    'The .bru files and bruno.json are removed once all YAML files are written. Commit or copy the folder first.',
};

/** Lists the files that cannot be read. */
const Problems = ({ problems }: Pick<Conversion, 'problems'>) => (
  <section className="stack" role="alert">
    <p className="bad">Nothing can be converted until these files are fixed:</p>
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
  if (plan === undefined) return 'Reading the collection …';
  return plan.problems.length > 0 ? '' : describeBrunoConversion(plan);
};

/** Shows what the conversion keeps and loses, or why it is not possible. */
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
  /** The folder of `.bru` files, and the name of its collection. */
  readonly folder: { readonly path: string; readonly name: string };
  /** Opens a folder: the converted one, or the original one without a conversion. */
  readonly onOpen: (path: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks how to convert a folder of `.bru` files to YAML, shows what would be lost, and opens the result. */
export const ConvertBruno = ({ folder: { path, name }, onOpen, onClose }: Props) => {
  const { destination, choose, into, type, plan, problem, failed, convert, isConverting } =
    useBrunoConversion(path, onOpen);
  const form = useId();
  const isReady = plan?.problems.length === 0 && !isConverting;
  const hasDestination = destination === 'in-place' || into.trim() !== '';
  return (
    <Dialog
      title={`Convert the Bruno collection “${name}”`}
      description="Its requests are in .bru files. Tandem works with Bruno's YAML format, which Bruno 3 opens too."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} disabled={!isReady || !hasDestination}>
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
        <SegmentedControl
          label="Destination"
          value={destination}
          options={destinationOptions}
          onChange={choose}
        />
        <p className="quiet">{consequences[destination]}</p>
        {destination === 'new-folder' && (
          <Field
            label="Full path of the new folder"
            value={into}
            error={failed}
            onChange={({ target }) => type(target.value)}
          />
        )}
        {destination === 'in-place' && failed !== undefined && (
          <p className="bad" role="alert">
            {failed}
          </p>
        )}
        <PlanParts plan={plan} problem={problem} />
        <button type="button" className="link" onClick={() => void onOpen(path)}>
          Open an empty workspace next to these files instead
        </button>
      </form>
    </Dialog>
  );
};
