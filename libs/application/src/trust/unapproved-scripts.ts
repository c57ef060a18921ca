import {
  type AppResult,
  formatForeignContent,
  resolveInheritance,
  type Folder,
  type InheritingRequest,
  type NamedScript,
  type Ports,
  type ScriptReview,
  type ScriptTrust,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

/** The scripts of an execution before they run. */
export interface ExecutionScripts {
  readonly folders: readonly Folder[];
  readonly saved: InheritingRequest & { readonly name: string };
  /** Of the request, or of the call. */
  readonly script: string;
  /** The scripts of other tools and the files that they require. */
  readonly foreignScripts: readonly NamedScript[];
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** What is stored in the workspace. */
const listStoredScripts = ({
  folders,
  saved,
  script,
  foreignScripts,
}: ExecutionScripts): readonly NamedText[] => {
  const { scripts, foreign } = resolveInheritance(folders, saved);
  const ofRequest = `the script of "${saved.name}"`;
  const nameOf = (from: string | null): string =>
    from === null ? ofRequest : from === '' ? 'the script of the workspace' : `the script of ${from}`;
  return [
    ...scripts.map(({ from, script: text }) => ({ name: nameOf(from), text })),
    { name: ofRequest, text: script },
    ...(foreignScripts.length === 0
      ? []
      : foreign.map((one) => ({ name: nameOf(one.from), text: formatForeignContent(one.foreign) }))),
  ].filter(({ text }) => text.trim() !== '');
};

/** The files that scripts require. Data files run nothing. */
const listRequiredFiles = ({ foreignScripts }: ExecutionScripts): readonly NamedText[] =>
  foreignScripts.flatMap(({ name, text, foreign }) =>
    foreign?.event === 'required' && name !== null && !name.endsWith('.json') ? [{ name, text }] : [],
  );

/** Files are read from the folder directly, so an unknown one waits for a person. Its last text is compared. */
const findUnknownFiles = (
  { contentHash, store }: Ports,
  { id }: Workspace,
  files: readonly NamedText[],
): AppResult<readonly string[]> => {
  if (contentHash === undefined || files.length === 0) return TE.right([]);
  const hashed = files.map((one) => ({ ...one, hash: contentHash(one.text) }));
  return pipe(
    store.scriptReviews.find(
      id,
      hashed.flatMap(({ hash, name }) => [hash, name]),
    ),
    TE.flatMap((reviews) => {
      const approved = new Set(reviews.flatMap(({ hash, isApproved }) => (isApproved ? [hash] : [])));
      const listed = new Set(reviews.map(({ hash }) => hash));
      const unknown = hashed.filter(({ hash }) => !approved.has(hash));
      const waiting = unknown
        .filter(({ hash }) => !listed.has(hash))
        .map(({ hash, name }): ScriptReview => {
          const last = reviews.find(({ path, isApproved }) => path === name && isApproved);
          return { hash, isApproved: false, path: name, text: last?.text ?? null };
        });
      const names = unknown.map(({ name }) => name);
      if (waiting.length === 0) return TE.right(names);
      return pipe(
        store.scriptReviews.add(id, waiting),
        TE.map(() => names),
      );
    }),
  );
};

/** Which scripts of a workspace wait for a person. Everything is trusted if contents have no hashes. */
export const loadScriptTrust = ({ contentHash, store }: Ports, { id }: Workspace): AppResult<ScriptTrust> =>
  contentHash === undefined ? TE.right({ isTrusted: true, waiting: [] }) : store.scriptReviews.trust(id);

/** The names of an execution's scripts that came from outside and are not approved. */
export const findUnapprovedScripts = (
  ports: Ports,
  workspace: Workspace,
  { isTrusted, waiting }: ScriptTrust,
  running: ExecutionScripts,
): AppResult<readonly string[]> => {
  const { contentHash } = ports;
  if (contentHash === undefined || isTrusted) return TE.right([]);
  const all = new Set(waiting);
  const names =
    all.size === 0 ? [] : listStoredScripts(running).filter(({ text }) => all.has(contentHash(text)));
  return pipe(
    findUnknownFiles(ports, workspace, listRequiredFiles(running)),
    TE.map((more) => [...new Set([...names.map(({ name }) => name), ...more])]),
  );
};

/** Maximum number of scripts named in a message. */
const maxNamedScripts = 3;

/** Why scripts receive no secrets and may not send, and what to do. */
export const describeUnapprovedScripts = (names: readonly string[]): string => {
  const more = names.length > maxNamedScripts ? ` and ${names.length - maxNamedScripts} more` : '';
  return (
    `Nobody has approved ${names.slice(0, maxNamedScripts).join(', ')}${more} since it came in by synchronization or import. ` +
    'Until then the scripts of this request get no secrets and cannot send requests. Ask the person you work for to look at the ' +
    "new scripts and approve them in Tandem's window, under Folder, or to start a server without a window with --trust-scripts."
  );
};

/** The code of the diagnostic. */
export const unapprovedCode = 'SCRIPT_NOT_APPROVED';
