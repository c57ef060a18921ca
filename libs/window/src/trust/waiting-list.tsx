import { formatActor } from '../activity/activity.js';
import { ProposedHosts, ProvidedSecretChoices } from '../environments/secrets.js';
import { useEnvironmentCalls } from '../environments/use-environment-calls.js';
import { Button, Method } from '../kit/index.js';
import { usePage, useShow } from '../shell/page.js';
import { shortenName } from '../shell/phrases.js';
import { NewScripts, PendingConnections } from './agreements.js';
import { GuardProposal } from './environment-guard.js';
import { countWaiting, isSecretAsked, useWaiting, type WaitingDecisions } from './use-waiting.js';

/** Lists requests that wait to be sent, by agents or by the person's own Send. A click opens the question again. */
const PendingRequests = ({ requests }: Pick<WaitingDecisions, 'requests'>) => {
  const { closedQuestions } = usePage();
  return requests.map((one) => (
    <li key={one.id} className="row">
      <span>
        {one.kind === 'window' ? 'You want' : `${formatActor(one)} wants`} to send{' '}
        <Method method={one.method} /> <code>{one.url}</code> with {shortenName(one.environment.name)}
      </span>
      <Button isSmall variant="primary" onClick={() => closedQuestions.set(new Set())}>
        Answer
      </Button>
    </li>
  ));
};

/** Lists changes by agents to requests that the person has taken over. */
const PendingWrites = ({ writes }: Pick<WaitingDecisions, 'writes'>) => {
  const show = useShow();
  return writes.map(({ id, by, op, name, requestId }) => (
    <li key={id} className="row">
      <span>
        {formatActor({ by })} wants to {op === 'deleted' ? 'delete' : 'change'} {shortenName(name)}, which you
        took over
      </span>
      <Button isSmall onClick={() => show(requestId)}>
        Show
      </Button>
    </li>
  ));
};

/** Lists less strict guards and other hosts of secrets that files of environments propose. */
const Proposals = ({
  guards,
  hosts,
  chooseHosts,
}: Pick<WaitingDecisions, 'guards' | 'hosts' | 'chooseHosts'>) => {
  const calls = useEnvironmentCalls();
  return (
    <>
      {guards.map((one) => (
        <div key={one.id} className="stack">
          <h3>{one.name}</h3>
          <GuardProposal environment={one} calls={calls} />
        </div>
      ))}
      {hosts.map((secret) => (
        <div key={`${secret.environmentId} ${secret.name}`} className="stack">
          <h3>
            {secret.name} of {secret.environment}
          </h3>
          <ProposedHosts secret={secret} onChoose={(chosen) => void chooseHosts(secret, chosen)} />
        </div>
      ))}
    </>
  );
};

const AskedSecrets = () => (
  <section className="stack" aria-label="Secrets from outside">
    <h3>Secrets from outside</h3>
    <p>
      These secrets have no value here, but Tandem's environment or your secret command has one. Requests of
      this workspace decide where an allowed value is sent.
    </p>
    <ProvidedSecretChoices isShown={isSecretAsked} />
  </section>
);

/** Lists everything that waits for a decision of the person, with the buttons that decide it. */
export const WaitingList = () => {
  const waiting = useWaiting();
  const { requests, writes, secretNames, scripts } = waiting;
  const count = countWaiting(waiting);
  return (
    <section className="stack waiting" aria-label="Waits for you">
      <h2>Waits for you {count > 0 && <span className="count">{count}</span>}</h2>
      {count + scripts.length === 0 && <p className="quiet">Nothing waits for you.</p>}
      {requests.length + writes.length > 0 && (
        <ul className="stack">
          <PendingRequests requests={requests} />
          <PendingWrites writes={writes} />
        </ul>
      )}
      <Proposals {...waiting} />
      {secretNames.length > 0 && <AskedSecrets />}
      <PendingConnections />
      <NewScripts />
    </section>
  );
};
