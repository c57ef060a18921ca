import type { JarCookie } from '@tandem/core';
import { useId, useState } from 'react';

import { Button, Dialog, Field } from '../kit/index.js';
import { type CookieFields, toCookieFields } from './use-cookies.js';

interface Props {
  /** The cookie to change; a new one if absent. */
  readonly cookie: JarCookie | undefined;
  readonly problem: string | undefined;
  readonly onSave: (fields: CookieFields) => void;
  readonly onClose: () => void;
}

const blank = { name: '', value: '', domain: '', path: '/', hostOnly: true, secure: false, httpOnly: false };

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

/** The form of a cookie. Without a date it expires with its session. */
export const CookieDialog = ({ cookie, problem, onSave, onClose }: Props) => {
  const form = useId();
  const [fields, setFields] = useState<CookieFields>(cookie ? toCookieFields(cookie) : blank);
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
