import { createContext, type ReactNode, use, useEffect, useMemo, useRef } from 'react';

/** Shows a tab of the workspace that is open; what stands outside of the workspace uses it. */
interface Navigation {
  readonly show: (key: string) => void;
  readonly set: (show: (key: string) => void) => void;
}

const nowhere: Navigation = { show: () => undefined, set: () => undefined };

const NavigationContext = createContext<Navigation>(nowhere);

/** Lets its children show tabs. */
export const NavigationProvider = ({ children }: { readonly children: ReactNode }) => {
  const showing = useRef(nowhere.show);
  const navigation = useMemo(
    (): Navigation => ({
      show: (key) => showing.current(key),
      set: (show) => {
        showing.current = show;
      },
    }),
    [],
  );
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
};

/** Shows a tab of the workspace that is open. */
export const useShow = (): ((key: string) => void) => use(NavigationContext).show;

/** Makes `show` what {@link useShow} calls. */
export const useProvidedShow = (show: (key: string) => void): void => {
  const { set } = use(NavigationContext);
  useEffect(() => {
    set(show);
  }, [set, show]);
};
