import { formatCookieKey, type JarCookie } from '@tandem/core';
import { Cookie, Copy, Pencil, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useState, useId } from 'react';

import {
  Button,
  type Column,
  EmptyState,
  IconButton,
  findStepTarget,
  MenuItem,
  MenuSeparator,
  Table,
  Dialog,
  Field,
} from '../kit/index.js';
import { listCookieAttributes, useCookies, type CookieFields, toCookieFields } from './use-cookies.js';
import { usePanelState } from '../shell/panel-state.js';
import { useEnvironmentChoice } from '../environments/use-environment-calls.js';
import { useDeletedLines } from '../shell/focus.js';
import { useStatus } from '../link/use-link.js';
import '../style/cookies.css';
import '../style/history.css';

interface Props {
  /** The cookie to change; a new one if absent. */
  readonly cookie: JarCookie | undefined;
  readonly problem: string | undefined;
  readonly onSave: (fields: CookieFields) => void;
  readonly onClose: () => void;
}

const newCookie = {
  name: '',
  value: '',
  domain: '',
  path: '/',
  hostOnly: true,
  secure: false,
  httpOnly: false,
};

const switches = [
  ['secure', 'Only over HTTPS (Secure)'],
  ['httpOnly', 'Hidden from page scripts (HttpOnly)'],
  ['hostOnly', 'Only for this host, not for its subdomains'],
] as const;

const Fields = ({
  fields,
  onChange,
}: {
  readonly fields: CookieFields;
  readonly onChange: (more: Partial<CookieFields>) => void;
}) => (
  <>
    <Field label="Name" value={fields.name} onChange={({ target }) => onChange({ name: target.value })} />
    <Field label="Value" value={fields.value} onChange={({ target }) => onChange({ value: target.value })} />
    <Field
      label="Domain"
      placeholder="api.example.com"
      value={fields.domain}
      onChange={({ target }) => onChange({ domain: target.value })}
    />
    <Field label="Path" value={fields.path} onChange={({ target }) => onChange({ path: target.value })} />
    <Field
      label="Expires"
      placeholder="2027-12-31T23:59:00Z"
      hint="Empty for a session cookie"
      value={fields.expires ?? ''}
      onChange={({ target }) => onChange({ expires: target.value })}
    />
    {switches.map(([name, words]) => (
      <label key={name} className="cookie-switch">
        <input
          type="checkbox"
          checked={fields[name]}
          onChange={({ target }) => onChange({ [name]: target.checked })}
        />
        {words}
      </label>
    ))}
  </>
);

/** The form for a cookie. A cookie without a date expires at the end of its session. */
const CookieDialog = ({ cookie, problem, onSave, onClose }: Props) => {
  const form = useId();
  const [fields, setFields] = useState<CookieFields>(cookie ? toCookieFields(cookie) : newCookie);
  const { expires = '', ...rest } = fields;
  const save = (): void => onSave({ ...rest, ...(expires.trim() === '' ? {} : { expires }) });
  const isFilled = fields.domain.trim() !== '';
  return (
    <Dialog
      title={cookie ? 'Change the cookie' : 'New cookie'}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} disabled={!isFilled}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Fields fields={fields} onChange={(more) => setFields({ ...fields, ...more })} />
        {problem && (
          <p className="bad" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
};

const formatDate = (time: string): string =>
  new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const formatFlags = ({ secure, httpOnly, hostOnly, sameSite }: JarCookie): string =>
  [
    ...listCookieAttributes({ secure, httpOnly, ...(sameSite === undefined ? {} : { sameSite }) }),
    ...(hostOnly ? [] : ['with subdomains']),
  ].join(', ');

const formatCookieName = ({ name, domain }: JarCookie): string => `${name} of ${domain}`;

const columns: readonly Column<JarCookie>[] = [
  { key: 'name', title: 'Name', cell: ({ name }) => <span className="cookie-name">{name}</span> },
  {
    key: 'value',
    title: 'Value',
    cell: ({ value }) => (
      <span className="cookie-value" title={value}>
        {value}
      </span>
    ),
  },
  { key: 'domain', title: 'Domain', cell: ({ domain }) => domain },
  { key: 'path', title: 'Path', cell: ({ path }) => path },
  {
    key: 'expires',
    title: 'Expires',
    cell: ({ expires }) => <span className="cookie-wraps">{expires ? formatDate(expires) : 'Session'}</span>,
  },
  {
    key: 'flags',
    title: 'Flags',
    cell: (cookie) => <span className="quiet cookie-wraps">{formatFlags(cookie)}</span>,
  },
];

const EmptyCookies = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState icon={Cookie} title="No cookie matches">
      <p>Change the search.</p>
    </EmptyState>
  ) : (
    <EmptyState icon={Cookie} title="No cookies yet">
      <p>Cookies set by responses are stored here and sent with later requests, including redirects.</p>
    </EmptyState>
  );

/** Offers to restore the cookies that were deleted last, until other cookies are deleted. */
const DeletedCookiesNotice = ({
  cookies,
  onRestore,
}: {
  readonly cookies: readonly JarCookie[];
  readonly onRestore: () => void;
}) => {
  const [first] = cookies;
  if (first === undefined) return null;
  return (
    <p className="padded" role="status">
      {cookies.length === 1 ? `Deleted ${formatCookieName(first)}. ` : `Deleted ${cookies.length} cookies. `}
      <Button isSmall onClick={onRestore}>
        Undo
      </Button>
    </p>
  );
};

/** Creates the buttons at the end of a row. */
const createActionsColumn = (
  onChange: (cookie: JarCookie) => void,
  onDelete: (cookie: JarCookie) => void,
): Column<JarCookie> => ({
  key: 'actions',
  title: '',
  isNarrow: true,
  cell: (cookie) => (
    <span className="cookie-actions">
      <IconButton
        icon={Pencil}
        label={`Change ${formatCookieName(cookie)}`}
        onClick={() => onChange(cookie)}
      />
      <IconButton
        icon={Trash2}
        label={`Delete ${formatCookieName(cookie)}`}
        onClick={() => onDelete(cookie)}
      />
    </span>
  ),
});

/** Renders the menu entries of a row. */
const renderMenuEntries = (
  cookie: JarCookie,
  onChange: (cookie: JarCookie) => void,
  onDelete: (cookie: JarCookie) => void,
) => (
  <>
    <MenuItem icon={Pencil} onSelect={() => onChange(cookie)}>
      Change …
    </MenuItem>
    <MenuItem icon={Copy} onSelect={() => void navigator.clipboard.writeText(cookie.value)}>
      Copy value
    </MenuItem>
    <MenuSeparator />
    <MenuItem icon={Trash2} keys="Del" isDanger onSelect={() => onDelete(cookie)}>
      Delete
    </MenuItem>
  </>
);

/** Returns a key for a cookie that includes its creation time, because another cookie with the same name may replace it. */
const toCookieInstanceKey = (cookie: JarCookie): string => `${formatCookieKey(cookie)} ${cookie.createdAt}`;

/** Moves the focus between rows. The Delete key deletes a row, and the next remaining row gets the focus. */
const moveRowFocus = (
  event: KeyboardEvent<HTMLElement>,
  besides: (at: number) => number,
  onDelete: (at: number) => void,
): void => {
  const { currentTarget: list, target, key } = event;
  const rows = [...list.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('button')]);
  const at = rows.findIndex((buttons) => buttons.some((button) => button === target));
  if (at < 0) return;
  const column = rows[at]?.findIndex((button) => button === target) ?? 0;
  const focus = (next: number): void => rows[next]?.[column]?.focus();
  const step = findStepTarget(key, at, rows.length - 1);
  if (step === undefined && key !== 'Delete') return;
  event.preventDefault();
  if (step !== undefined) focus(step);
  else if (!event.repeat) {
    focus(besides(at));
    onDelete(at);
  }
};

/** Cookies as rows, each with buttons and a menu. */
const CookieTable = ({
  cookies,
  onChange,
  onDelete,
}: {
  readonly cookies: readonly JarCookie[];
  readonly onChange: (cookie: JarCookie) => void;
  readonly onDelete: (cookie: JarCookie) => void;
}) => {
  const moments = cookies.map(toCookieInstanceKey);
  const { goes, besides } = useDeletedLines(moments);
  const besidesAt = (at: number): number => moments.indexOf(besides(moments[at] as string) ?? '');
  const remove = (at: number): void => {
    goes(moments[at] as string);
    onDelete(cookies[at] as JarCookie);
  };
  return (
    <div className="cookies-scroll" onKeyDown={(event) => moveRowFocus(event, besidesAt, remove)}>
      <Table
        label="Cookies"
        columns={[...columns, createActionsColumn(onChange, onDelete)]}
        rows={cookies}
        keyOf={formatCookieKey}
        menuOf={(cookie) => renderMenuEntries(cookie, onChange, onDelete)}
      />
    </div>
  );
};

/** Describes which cookies are listed. */
const describeJar = (environment: string | undefined): string =>
  environment === undefined
    ? 'Cookies that are used while no environment is active.'
    : `Cookies of the environment ${environment}.`;

/** The cookies that requests in the active environment send. */
export const CookiesPanel = () => {
  const workspaceId = useStatus()?.workspace?.id;
  const environment = useEnvironmentChoice().environments.find(({ active }) => active);
  const jar = workspaceId === undefined ? undefined : { workspaceId, environment: environment?.id ?? null };
  const { cookies, isLoading, problem, deleted, remove, restore, set, forgetProblem } = useCookies(jar);
  const [search, setSearch] = usePanelState('cookie search', () => '');
  const [edited, setEdited] = useState<{ readonly cookie?: JarCookie }>();
  const wanted = search.trim().toLowerCase();
  const found = cookies.filter(({ name, domain }) => `${name}\n${domain}`.toLowerCase().includes(wanted));
  const close = (): void => {
    forgetProblem();
    setEdited(undefined);
  };
  const change = (cookie: JarCookie): void => setEdited({ cookie });
  const drop = (cookie: JarCookie): void => void remove([cookie]);
  return (
    <section className="history" aria-label="Cookies">
      <h1 className="spoken">Cookies</h1>
      <div className="history-filters" role="search">
        <input
          type="search"
          aria-label="Search the cookies"
          placeholder="Search names and domains"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Button icon={Plus} onClick={() => setEdited({})}>
          New cookie
        </Button>
        <Button
          variant="quiet"
          className="delete"
          icon={Trash2}
          disabled={found.length === 0}
          onClick={() => void remove(found)}
        >
          {wanted === '' ? 'Delete all' : 'Delete shown'}
        </Button>
      </div>
      <p className="quiet padded">{describeJar(environment?.name)}</p>
      {problem && !edited && <p className="bad padded">{problem}</p>}
      <DeletedCookiesNotice cookies={deleted} onRestore={() => void restore()} />
      {isLoading && <p className="quiet padded">Loading …</p>}
      {!isLoading && found.length === 0 && <EmptyCookies isFiltered={wanted !== ''} />}
      {found.length > 0 && <CookieTable cookies={found} onChange={change} onDelete={drop} />}
      {edited && (
        <CookieDialog
          cookie={edited.cookie}
          problem={problem}
          onClose={close}
          onSave={(fields) => void set(fields, edited.cookie).then((isSet) => isSet && close())}
        />
      )}
    </section>
  );
};
