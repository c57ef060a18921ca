import { useEffect } from 'react';

import type { RequestId } from '../saved-request.js';
import { usePanelState } from '../drafts/contexts.js';
import { Combobox } from '../../kit/index.js';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** A method as HTTP takes it (RFC 9110, section 9.1): the usual ones in upper case, any other as typed. */
const methodOf = (typed: string): string => {
  const method = typed.replaceAll(/[^!#$%&'*+.^_`|~\w-]/g, '');
  return methods.find((one) => one === method.toUpperCase()) ?? method;
};

/** The method of a request: one of the usual ones, or any that is typed. */
export const MethodInput = ({
  id,
  method,
  onChange,
  onEnter,
}: {
  readonly id: RequestId;
  readonly method: string;
  readonly onChange: (method: string) => void;
  readonly onEnter: () => void;
}) => {
  // One of a file's or an agent's own can be chosen again.
  const [first, hold] = usePanelState(`${id} method`, () => method);
  useEffect(() => {
    hold(first);
  }, [first]);
  return (
    <span
      className="method method-input"
      data-method={method.toUpperCase()}
      onFocus={({ target }) => {
        if (target instanceof HTMLInputElement) target.select();
      }}
    >
      <Combobox
        label="Method"
        value={method}
        options={[...new Set([...methods, first])].map((one) => ({ value: one, title: one }))}
        onChange={(typed) => onChange(methodOf(typed))}
        onEnter={onEnter}
      />
    </span>
  );
};
