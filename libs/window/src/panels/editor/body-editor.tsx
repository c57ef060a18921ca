import type { Body, MultipartPart } from '@tandem/core';

import { rowsToText, textToRows } from '../../model/bulk-rows.js';
import { asKind, bodyKinds } from '../../model/body-kinds.js';
import type { RequestId } from '../../model/saved-request.js';
import { useHeld } from '../../state/contexts.js';
import { Choice, CodeEditor, RowsEditor, Select, TextLine } from '../../kit/index.js';
import { FileField } from './file-field.js';

interface Props<B> {
  readonly body: B;
  readonly onChange: (body: Body) => void;
}

type Kind<T extends Body['type']> = Extract<Body, { readonly type: T }>;

const withType = (contentType: string): { readonly contentType?: string } =>
  contentType === '' ? {} : { contentType };

const TextBody = ({ body, onChange }: Props<Kind<'text'>>) => (
  <>
    <TextLine
      name="Content type"
      value={body.contentType ?? ''}
      onChange={(contentType) => {
        onChange({ type: 'text', content: body.content, ...withType(contentType) });
      }}
    />
    <CodeEditor
      label="Text body"
      language="text"
      value={body.content}
      onChange={(content) => {
        onChange({ ...body, content });
      }}
    />
  </>
);

interface PartProps {
  readonly part: MultipartPart;
  readonly index: number;
  readonly onChange: (part: MultipartPart) => void;
}

const PartValue = ({ part, index, onChange }: PartProps) =>
  'file' in part ? (
    <FileField
      label={`Part ${index} file`}
      value={part.file}
      onChange={(file) => {
        onChange({ ...part, file });
      }}
    />
  ) : (
    <input
      aria-label={`Part ${index} value`}
      placeholder="Value"
      value={part.value}
      onChange={({ target }) => {
        onChange({ ...part, value: target.value });
      }}
    />
  );

const partKinds = [
  { value: 'value', title: 'Text' },
  { value: 'file', title: 'File' },
] as const;

const PartRow = ({ part, index, onChange, onRemove }: PartProps & { readonly onRemove: () => void }) => {
  const { name, enabled } = part;
  const value = 'file' in part ? part.file : part.value;
  return (
    <li className="part" data-enabled={enabled}>
      <input
        type="checkbox"
        aria-label={`Part ${index} is on`}
        checked={enabled}
        onChange={({ target }) => {
          onChange({ ...part, enabled: target.checked });
        }}
      />
      <input
        aria-label={`Part ${index} name`}
        placeholder="Name"
        value={name}
        onChange={({ target }) => {
          onChange({ ...part, name: target.value });
        }}
      />
      <Select
        label={`Part ${index} kind`}
        value={'file' in part ? 'file' : 'value'}
        options={partKinds}
        onChange={(kind) => {
          onChange(kind === 'file' ? { name, enabled, file: value } : { name, enabled, value });
        }}
      />
      <PartValue part={part} index={index} onChange={onChange} />
      <button type="button" className="icon" aria-label={`Remove part ${index}`} onClick={onRemove}>
        ×
      </button>
    </li>
  );
};

const Multipart = ({ body: { parts }, onChange }: Props<Kind<'multipart'>>) => {
  const set = (next: readonly MultipartPart[]): void => {
    onChange({ type: 'multipart', parts: next });
  };
  return (
    <>
      <ul className="parts" aria-label="Parts">
        {parts.map((part, index) => (
          <PartRow
            key={index}
            part={part}
            index={index + 1}
            onChange={(next) => {
              set(parts.map((one, at) => (at === index ? next : one)));
            }}
            onRemove={() => {
              set(parts.filter((_, at) => at !== index));
            }}
          />
        ))}
      </ul>
      <button
        type="button"
        className="button"
        onClick={() => {
          set([...parts, { name: '', value: '', enabled: true }]);
        }}
      >
        Add a part
      </button>
    </>
  );
};

const BinaryBody = ({ body, onChange }: Props<Kind<'binary'>>) => (
  <>
    <div className="labelled">
      <span>File</span>
      <FileField
        label="File"
        value={body.file}
        onChange={(file) => {
          onChange({ ...body, file });
        }}
      />
    </div>
    <TextLine
      name="Content type"
      value={body.contentType ?? ''}
      onChange={(contentType) => {
        onChange({ type: 'binary', file: body.file, ...withType(contentType) });
      }}
    />
    <p className="quiet">The path is relative to the folder of the workspace.</p>
  </>
);

const BodyOf = ({ body, onChange }: Props<Body>) => {
  switch (body.type) {
    case 'none':
      return <p className="quiet">The request has no body.</p>;
    case 'json':
      return (
        <CodeEditor
          label="JSON body"
          language="json"
          value={body.content}
          onChange={(content) => {
            onChange({ type: 'json', content });
          }}
        />
      );
    case 'text':
      return <TextBody body={body} onChange={onChange} />;
    case 'form-urlencoded':
      return (
        <RowsEditor
          title="fields"
          toText={rowsToText}
          toRows={textToRows}
          label="Field"
          rows={body.fields}
          onChange={(fields) => {
            onChange({ type: 'form-urlencoded', fields });
          }}
        />
      );
    case 'multipart':
      return <Multipart body={body} onChange={onChange} />;
    case 'binary':
      return <BinaryBody body={body} onChange={onChange} />;
  }
};

/** The body of a REST request; another kind takes over what it can hold, and coming back finds what was there. */
export const BodyEditor = ({ id, body, onChange }: Props<Body> & { readonly id: RequestId }) => {
  const [left, setLeft] = useHeld<Partial<Record<Body['type'], Body>>>(`${id} bodies`, () => ({}));
  const choose = (type: Body['type']): void => {
    setLeft({ ...left, [body.type]: body });
    onChange(left[type] ?? asKind(body, type));
  };
  return (
    <div className="stack">
      <Choice name="Kind" value={body.type} words={bodyKinds} onChange={choose} />
      <BodyOf body={body} onChange={onChange} />
    </div>
  );
};
