import type { Change, JarCookie, ResponseSummary } from '@tandem/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { getOwnValue } from '@tandem/core/codec';

import { queryKeys } from '../link/query-keys.js';
import { useLink, useLinkState } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';
import { usePanelState } from '../shell/panel-state.js';
import { useAfterChanges } from '../activity/use-activity.js';

type Attributes = Partial<Omit<ResponseSummary['cookies'][number], 'name' | 'value'>>;

const sameSiteLabels: Readonly<Record<string, string>> = { none: 'None', lax: 'Lax', strict: 'Strict' };

/** Formats `SameSite` with the case of RFC 6265bis, whatever case the server sent. */
const formatSameSite = (value: string): string =>
  `SameSite=${getOwnValue(sameSiteLabels, value.toLowerCase()) ?? value}`;

/** Lists the attributes of a cookie as in a `Set-Cookie` header. */
export const listCookieAttributes = ({
  domain,
  path,
  expires,
  maxAge,
  secure,
  httpOnly,
  sameSite,
}: Attributes): readonly string[] => [
  ...(domain === undefined ? [] : [`Domain=${domain}`]),
  ...(path === undefined ? [] : [`Path=${path}`]),
  ...(expires === undefined ? [] : [`Expires=${expires}`]),
  ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
  ...(secure === true ? ['Secure'] : []),
  ...(httpOnly === true ? ['HttpOnly'] : []),
  ...(sameSite === undefined || sameSite === '' ? [] : [formatSameSite(sameSite)]),
];

/** A cookie as entered by a person. */
export type CookieFields = Omit<JarCookie, 'createdAt' | 'receivedBy'>;

/**
 * Says whether a change may affect the shown jar: a change of its cookies, or of the active environment or workspace, which have another
 * jar.
 */
const isJarChange = ({ entity }: Change): boolean =>
  entity === 'cookies' || entity === 'environment' || entity === 'workspace';

const toCookieKey = ({ name, domain, path }: CookieFields) => ({ name, domain, path });

/** Selects the fields of a cookie that a person can change. */
export const toCookieFields = ({
  createdAt: _createdAt,
  receivedBy: _receivedBy,
  ...fields
}: JarCookie): CookieFields => fields;

/** Identifies a jar by its workspace and its environment; null if no environment is active. */
interface Jar {
  readonly workspaceId: string;
  readonly environment: string | null;
}

/** The cookies that were deleted last, and the jar that contained them. */
interface DeletedCookies {
  readonly jar: Jar;
  readonly cookies: readonly JarCookie[];
}

/** The cookies of a jar, with actions. Deleted cookies can be restored. */
export const useCookies = (jar: Jar | undefined) => {
  const link = useLink();
  const queries = useQueryClient();
  const enabled = useLinkState().kind === 'open';
  const [problem, setProblem] = useState<string>();
  // Stored outside of the panel, so that Undo is still available after switching tabs.
  const [deleted, setDeleted] = usePanelState<DeletedCookies | undefined>('deleted cookies', () => undefined);
  const { data, error, isPending } = useQuery({
    queryKey: [...queryKeys.cookies, jar?.workspaceId, jar?.environment],
    queryFn: () => link.call('cookies_list', { ...jar }),
    enabled: enabled && jar !== undefined,
    staleTime: 0,
  });
  const read = useCallback(() => queries.invalidateQueries({ queryKey: queryKeys.cookies }), [queries]);
  useAfterChanges(
    isJarChange,
    useCallback(() => void read(), [read]),
  );
  /** Awaits `work`. Resolves with true if it succeeded. */
  const doing = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      setProblem(undefined);
      return true;
    } catch (cause) {
      setProblem(describeProblem(cause));
      return false;
    } finally {
      await read();
    }
  };
  const isDeletedHere =
    deleted?.jar.environment === jar?.environment && deleted?.jar.workspaceId === jar?.workspaceId;
  return {
    cookies: data?.cookies ?? [],
    isLoading: isPending,
    problem: problem ?? (error ? describeProblem(error) : undefined),
    deleted: isDeletedHere ? (deleted?.cookies ?? []) : [],
    remove: async (cookies: readonly JarCookie[]): Promise<void> => {
      if (jar === undefined) return;
      const isAll = cookies.length > 1 && cookies.length === data?.cookies.length;
      const work = isAll
        ? link.call('cookies_clear', { ...jar })
        : Promise.all(cookies.map((one) => link.call('cookies_delete', { ...jar, ...toCookieKey(one) })));
      if (await doing(work)) setDeleted({ jar, cookies });
    },
    /** Restores the cookies that were deleted last. */
    restore: async (): Promise<void> => {
      if (deleted === undefined) return;
      const calls = deleted.cookies.map((one) =>
        link.call('cookies_set', { ...deleted.jar, ...toCookieFields(one) }),
      );
      if (await doing(Promise.all(calls))) setDeleted(undefined);
    },
    /** Stores a cookie. Removes `before` if it has another name, domain or path. */
    set: async (fields: CookieFields, before?: JarCookie): Promise<boolean> => {
      const isMoved = before && JSON.stringify(toCookieKey(before)) !== JSON.stringify(toCookieKey(fields));
      const isSet = await doing(link.call('cookies_set', { ...jar, ...fields }));
      if (isSet && isMoved) await doing(link.call('cookies_delete', { ...jar, ...toCookieKey(before) }));
      return isSet;
    },
    forgetProblem: () => setProblem(undefined),
  };
};
