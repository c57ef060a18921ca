import { type Auth, hasForeignScripts, getFolderName, type Pair } from '@tandem/core';

import {
  type OwnValues,
  formatSource,
  listInheritedHeaders,
  listInheritedVariables,
  type FolderPair,
  useEnclosingFolders,
  useInheritance,
  useShowFolder,
} from './use-folders.js';
import { authKinds } from '../requests/auth/auth-kinds.js';

/** Shows which folder a value is inherited from. A click opens the folder. */
const OriginLink = ({ path, what }: { readonly path: string; readonly what: string }) => {
  const show = useShowFolder();
  return (
    <button
      type="button"
      className="link"
      title={path === '' ? undefined : path}
      aria-label={`${what}, ${formatSource(path)}`}
      onClick={() => show(path)}
    >
      {formatSource(getFolderName(path))}
    </button>
  );
};

interface Props {
  /** The path of the folder that contains the inheriting request or folder. */
  readonly folder: string;
  readonly own: OwnValues;
}

/** Lists pairs of the enclosing folders. Overridden pairs are struck through. */
const InheritedPairs = ({
  title,
  pairs,
}: {
  readonly title: string;
  readonly pairs: readonly FolderPair[];
}) =>
  pairs.length === 0 ? null : (
    <table className="inherited" aria-label={title}>
      <thead>
        <tr>
          <th scope="col" colSpan={3}>
            {title}
          </th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ name, value, from, isOverridden }, index) => (
          <tr key={index} data-overridden={isOverridden}>
            <td>{isOverridden ? <s title="Overridden">{name}</s> : name}</td>
            <td>{isOverridden ? <s title="Overridden">{value}</s> : value}</td>
            <td>
              <OriginLink path={from} what={`${name}${isOverridden ? ' (overridden)' : ''}`} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );

/** The headers inherited from the enclosing folders. */
export const InheritedHeaders = ({ folder, own }: Props) => (
  <InheritedPairs
    title="Inherited headers"
    pairs={listInheritedHeaders(useEnclosingFolders(folder), folder, own)}
  />
);

/** The variables inherited from the enclosing folders. */
export const InheritedVariables = ({
  folder,
  own,
}: Pick<Props, 'folder'> & { readonly own: readonly Pair[] }) => (
  <InheritedPairs
    title="Inherited variables"
    pairs={listInheritedVariables(useEnclosingFolders(folder), folder, own)}
  />
);

const getAuthTitle = (auth: Auth): string =>
  auth.type === 'unsupported' ? auth.name : authKinds[auth.type].title;

/** Shows which auth is inherited, and from which folder. */
export const InheritedAuth = ({ folder }: Pick<Props, 'folder'>) => {
  const { auth, from } = useInheritance(folder).auth;
  if (from === null) return <p className="quiet">Neither its folders nor the workspace set auth.</p>;
  return (
    <p className="quiet">
      {getAuthTitle(auth)} <OriginLink path={from} what={getAuthTitle(auth)} />
    </p>
  );
};

/** Lists the scripts of the enclosing folders, which run around a folder's own scripts, each with its folder. */
export const InheritedScripts = ({ folder }: Pick<Props, 'folder'>) => {
  const { scripts, foreign } = useInheritance(folder);
  const own = [...foreign.filter((one) => hasForeignScripts(one.foreign)), ...scripts];
  const paths = [...new Set(own.map(({ from }) => from ?? ''))].sort((a, b) => a.length - b.length);
  const isSequential = useEnclosingFolders(folder)[0]?.connections.scriptFlow === 'sequential';
  if (paths.length === 0) return null;
  return (
    <p className="quiet">
      Scripts of enclosing folders:{' '}
      {paths.map((path) => (
        <OriginLink key={path} path={path} what="Script" />
      ))}
      {isSequential && ' (in this order after a response too)'}
    </p>
  );
};
