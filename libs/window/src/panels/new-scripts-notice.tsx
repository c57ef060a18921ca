import type { Screen } from '../model/screens.js';
import { useOutsideScripts } from '../state/use-outside-scripts.js';
import { WaitingNotice } from './waiting-notice.js';

/** Says that scripts came in that read secrets or send, until it is closed or they are approved. */
export const NewScriptsNotice = ({ show }: { readonly show: (key: string) => void }) => {
  const { outside } = useOutsideScripts();
  const asking = (outside?.scripts ?? []).filter(({ usesSecrets, sends }) => usesSecrets || sends);
  if (asking.length === 0) return null;
  const sentence =
    asking.length === 1
      ? `The new script ${asking[0]?.path ?? ''} wants secrets or sends requests.`
      : `${asking.length} new scripts want secrets or send requests.`;
  return (
    <WaitingNotice
      sentence={sentence}
      about={asking.map(({ hash }) => hash).join()}
      action="Review"
      onAction={() => {
        show('folder' satisfies Screen);
      }}
    />
  );
};
