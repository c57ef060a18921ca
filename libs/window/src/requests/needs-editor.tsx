import { ArrowUp, Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';

import { Button, Choice, IconButton, Method, PickDialog, useRemoval } from '../kit/index.js';
import { addable, ageOptions, moveDependencyUp, needLines, titleOf } from './needs.js';
import type { RequestId } from './saved-request.js';
import { useShow } from '../shell/navigation.js';
import { useRequests } from './use-requests.js';

interface Props {
  readonly id: RequestId;
  readonly needs: readonly string[];
  readonly maxAge: string | undefined;
  /** That of the folders around, which applies where nothing is set. */
  readonly inherited: string | undefined;
  readonly onNeeds: (needs: readonly string[]) => void;
  /** Undefined leaves it to the folders. */
  readonly onMaxAge: (maxAge: string | undefined) => void;
}

/** How many requests are offered at once. */
const maxOfferedRequests = 100;

const AddDialog = ({
  id,
  needs,
  onPick,
  ...closing
}: Pick<Props, 'id' | 'needs'> & {
  readonly onPick: (need: string) => void;
  readonly onClose: () => void;
  readonly onGone: () => void;
}) => {
  const { requests } = useRequests();
  return (
    <PickDialog
      title="Add a request that runs first"
      placeholder="Request …"
      emptyFor={() => 'No other request matches.'}
      picksFor={(typed) =>
        addable(requests, { id, needs }, typed)
          .slice(0, maxOfferedRequests)
          .map((one) => ({ key: one.id, title: titleOf(one), take: () => onPick(one.id) }))
      }
      {...closing}
    />
  );
};

const Needs = ({ needs, onNeeds }: Pick<Props, 'needs' | 'onNeeds'>) => {
  const show = useShow();
  const { requests } = useRequests();
  const remove = useRemoval(needs, onNeeds);
  return (
    <ol className="needs" aria-label="Runs first">
      {needLines(needs, requests).map(({ need, request }, index) => (
        <li key={need} className="row">
          {request ? (
            <>
              <Method method={request.method} />
              <button type="button" className="link" onClick={() => show(request.id)}>
                {titleOf(request)}
              </button>
            </>
          ) : (
            <span className="bad">{need} is not in this workspace</span>
          )}
          {index > 0 && (
            <IconButton
              icon={ArrowUp}
              look="small"
              label={`Run ${request?.name ?? need} earlier`}
              onClick={() => onNeeds(moveDependencyUp(needs, index))}
            />
          )}
          <IconButton
            icon={X}
            look="small"
            label={`Do not run ${request?.name ?? need} first`}
            onClick={() => remove(index, `${request?.name ?? need} no longer runs first`)}
          />
        </li>
      ))}
    </ol>
  );
};

/** The requests that run before this one, and when they run again. */
export const NeedsEditor = ({ id, needs, maxAge, inherited = '', onNeeds, onMaxAge }: Props) => {
  const age = maxAge ?? inherited;
  const button = useRef<HTMLButtonElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <section className="stack runs-first" aria-label="Runs first">
      <h3>Runs first</h3>
      <p className="quiet">
        Requests that run before this one, such as a login. Variables that their scripts set are seen here.
      </p>
      {needs.length > 0 && <Needs needs={needs} onNeeds={onNeeds} />}
      {needs.length > 0 && (
        <Choice
          name="Run them"
          value={age}
          words={Object.fromEntries(ageOptions(age).map(({ value, title }) => [value, title]))}
          onChange={(wanted) => onMaxAge(wanted === inherited ? undefined : wanted)}
        />
      )}
      <div>
        <Button ref={button} icon={Plus} onClick={() => setIsAdding(true)}>
          Add request
        </Button>
      </div>
      {isAdding && (
        <AddDialog
          id={id}
          needs={needs}
          onPick={(need) => onNeeds([...needs, need])}
          onClose={() => setIsAdding(false)}
          onGone={() => button.current?.focus()}
        />
      )}
    </section>
  );
};
