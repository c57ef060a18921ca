import '../../style/import.css';

import { useQuery } from '@tanstack/react-query';
import type { RpcMethods } from '@tandem/rpc/client';
import { useEffect, useRef, useState } from 'react';

import { Button, Dialog, Method } from '../../kit/index.js';
import { useLink } from '../../link/use-link.js';
import { counted } from '../../model/counted.js';
import { problemWords } from '../../model/problem-words.js';
import { useSay } from '../../state/said.js';

type Plan = RpcMethods['imports_apply']['result'];

interface Props {
  readonly document: { readonly title: string; readonly name: string; readonly text: string };
  readonly onClose: () => void;
}

const summary = ({ counts, folder }: Plan): string => {
  const made = (
    [
      [counts.requests, 'request'],
      [counts.folders, 'folder'],
      [counts.environments, 'environment'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, noun]) => counted(count, noun))
    .join(', ');
  if (made === '') return 'It holds nothing to import.';
  return folder === '' ? `It brings ${made}.` : `It brings ${made} into the new folder “${folder}”.`;
};

const Requests = ({ plan: { requests, counts } }: { readonly plan: Plan }) => (
  <section className="stack">
    <h3>Requests</h3>
    <ul className="import-list" tabIndex={0} aria-label="Requests">
      {requests.map((request, at) => (
        <li key={at}>
          <Method method={request.method} />
          <span className="import-name">
            {request.folder !== '' && <span className="quiet">{request.folder} / </span>}
            {request.name}
          </span>
        </li>
      ))}
      {counts.requests > requests.length && (
        <li className="quiet">and {counts.requests - requests.length} more</li>
      )}
    </ul>
  </section>
);

const Environments = ({ plan: { environments } }: { readonly plan: Plan }) => (
  <section className="stack">
    <h3>Environments</h3>
    <ul className="import-facts">
      {environments.map(({ name, variables, secrets }) => (
        <li key={name}>
          <strong>{name}</strong>: {counted(variables.length, 'variable')}
          {secrets.length > 0 && `, ${counted(secrets.length, 'secret')} (${secrets.join(', ')})`}
        </li>
      ))}
    </ul>
  </section>
);

const LeftOut = ({ plan: { leftOut, counts } }: { readonly plan: Plan }) => (
  <section className="stack">
    <h3>Left out</h3>
    <ul className="import-list" tabIndex={0} aria-label="Left out">
      {leftOut.map(({ place, what }, at) => (
        <li key={at}>
          <span className="import-name">
            <strong>{place}</strong>: {what}
          </span>
        </li>
      ))}
      {counts.leftOut > leftOut.length && (
        <li className="quiet">and {counts.leftOut - leftOut.length} more</li>
      )}
    </ul>
  </section>
);

/** Makes what a document holds, and says so with an Undo. */
const useApply = ({ document: { name, text }, onClose }: Props) => {
  const link = useLink();
  const say = useSay();
  const [isBusy, setIsBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  const undo = async ({ folderId, environmentIds = [] }: Plan): Promise<void> => {
    if (folderId !== undefined) await link.call('folders_delete', { id: folderId });
    for (const id of environmentIds) await link.call('environments_delete', { id });
  };
  const apply = async (): Promise<void> => {
    setIsBusy(true);
    setFailed(undefined);
    try {
      const made = await link.call('imports_apply', { text, name });
      const active = made.activated === undefined ? '' : ` The environment ${made.activated} is active now.`;
      say(`Imported ${counted(made.counts.requests, 'request')}.${active}`, () => {
        undo(made).catch((cause: unknown) => void say(problemWords(cause)));
      });
      onClose();
    } catch (cause) {
      setFailed(problemWords(cause));
      setIsBusy(false);
    }
  };
  return { apply, isBusy, failed };
};

/** What an import would make; it is made once the person says so, and can be undone. */
export const ImportDialog = (props: Props) => {
  const { document, onClose } = props;
  const { title, name, text } = document;
  const link = useLink();
  const { apply, isBusy, failed } = useApply(props);
  const { data: plan, error } = useQuery({
    queryKey: ['import-plan', name, text.length],
    queryFn: () => link.call('imports_apply', { text, name, dryRun: true }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const importButton = useRef<HTMLButtonElement>(null);
  // It could not have the focus while the plan was read; Enter imports.
  useEffect(() => importButton.current?.focus(), [plan]);
  const problem = failed ?? (error ? problemWords(error) : undefined);
  return (
    <Dialog
      title={title}
      size="normal"
      description={plan ? summary(plan) : problem === undefined ? 'Reading it …' : undefined}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            ref={importButton}
            variant="primary"
            disabled={plan === undefined || isBusy}
            onClick={() => void apply()}
          >
            {isBusy ? 'Importing …' : 'Import'}
          </Button>
        </>
      }
    >
      <div className="stack import">
        {problem !== undefined && (
          <p className="bad" role="alert">
            {problem}
          </p>
        )}
        {plan && plan.requests.length > 0 && <Requests plan={plan} />}
        {plan && plan.environments.length > 0 && <Environments plan={plan} />}
        {plan && plan.leftOut.length > 0 && <LeftOut plan={plan} />}
      </div>
    </Dialog>
  );
};
