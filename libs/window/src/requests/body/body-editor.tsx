import type { Body, Pair } from '@tandem/core';
import { useState } from 'react';

import { formatRows, parseRows } from '../url/bulk-rows.js';
import { type BodyFormat, getFormat } from '../../response/body/body-format.js';
import { mediaTypes } from '../url/headers-editor.js';
import type { RequestId } from '../saved-request.js';
import { usePanelState } from '../../shell/panel-state.js';
import { useUpload, FileDrop, FileField } from './file-field.js';
import { Choice, RowsEditor, suggestWords, VariableLine } from '../../kit/index.js';
import { MultipartBody } from './multipart-body.js';
import { TextContent } from './text-content.js';

/** The kinds of body, with their labels. */
const bodyKinds = {
  none: 'No body',
  json: 'JSON',
  text: 'Text',
  'form-urlencoded': 'Form (URL-encoded)',
  multipart: 'Multipart form',
  binary: 'Binary file',
} as const satisfies Readonly<Record<Body['type'], string>>;

const getBodyText = (body: Body): string => ('content' in body ? body.content : '');

const getFormFields = (body: Body): readonly Pair[] => {
  if (body.type === 'form-urlencoded') return body.fields;
  if (body.type !== 'multipart') return [];
  return body.parts.flatMap((part) =>
    'file' in part ? [] : [{ name: part.name, value: part.value, enabled: part.enabled }],
  );
};

/** Converts the body to another kind, and keeps what both kinds support. */
export const convertBody = (body: Body, type: Body['type']): Body => {
  switch (type) {
    case 'none':
      return { type };
    case 'json':
    case 'text':
      return { type, content: getBodyText(body) };
    case 'form-urlencoded':
      return { type, fields: getFormFields(body) };
    case 'multipart':
      return { type, parts: getFormFields(body) };
    case 'binary':
      return { type, file: body.type === 'binary' ? body.file : '' };
  }
};

interface Props<B> {
  readonly body: B;
  readonly onChange: (body: Body) => void;
}

interface TextProps {
  /** Where the tools of a text are shown, beside the type. */
  readonly tools: HTMLElement | null;
}

type BodyOfType<T extends Body['type']> = Extract<Body, { readonly type: T }>;

const suggestType = suggestWords(mediaTypes);

const toContentTypeField = (contentType: string): { readonly contentType?: string } =>
  contentType === '' ? {} : { contentType };

/** Returns the format of a text body. It is only JSON if its content type says so. */
const getTextFormat = ({ content, contentType }: BodyOfType<'text'>): BodyFormat => {
  const format = getFormat(content, contentType);
  return format === 'json' ? getFormat('', contentType) : format;
};

const TextBody = ({ body, onChange, tools }: Props<BodyOfType<'text'>> & TextProps) => (
  <>
    <VariableLine
      name="Content type"
      value={body.contentType ?? ''}
      suggest={suggestType}
      onChange={(contentType) => {
        onChange({ type: 'text', content: body.content, ...toContentTypeField(contentType) });
      }}
    />
    <TextContent
      label="Text body"
      tools={tools}
      format={getTextFormat(body)}
      value={body.content}
      onChange={(content) => {
        onChange({ ...body, content });
      }}
    />
  </>
);

const BinaryBody = ({ body, onChange }: Props<BodyOfType<'binary'>>) => {
  const choose = (file: string): void => {
    onChange({ ...body, file });
  };
  const upload = useUpload(choose);
  return (
    <FileDrop
      upload={upload}
      words="Drop a file here to copy it into the workspace, or enter a path in the workspace folder."
    >
      <div className="labelled">
        <span>File</span>
        <FileField label="File" value={body.file} onChange={choose} />
      </div>
      <VariableLine
        name="Content type"
        value={body.contentType ?? ''}
        suggest={suggestType}
        onChange={(contentType) => {
          onChange({ type: 'binary', file: body.file, ...toContentTypeField(contentType) });
        }}
      />
    </FileDrop>
  );
};

const BodyContent = ({ body, onChange, tools }: Props<Body> & TextProps) => {
  switch (body.type) {
    case 'none':
      return <p className="quiet">The request has no body.</p>;
    case 'json':
      return (
        <TextContent
          label="JSON body"
          tools={tools}
          format="json"
          value={body.content}
          onChange={(content) => {
            onChange({ type: 'json', content });
          }}
        />
      );
    case 'text':
      return <TextBody body={body} onChange={onChange} tools={tools} />;
    case 'form-urlencoded':
      return (
        <RowsEditor
          title="fields"
          toText={formatRows}
          toRows={parseRows}
          label="Field"
          rows={body.fields}
          onChange={(fields) => {
            onChange({ type: 'form-urlencoded', fields });
          }}
        />
      );
    case 'multipart':
      return <MultipartBody parts={body.parts} onChange={onChange} />;
    case 'binary':
      return <BinaryBody body={body} onChange={onChange} />;
  }
};

/**
 * Edits the body of a REST request. After a change of its kind, the content stays as far as the new kind supports it; changing back
 * restores the content.
 */
export const BodyEditor = ({ id, body, onChange }: Props<Body> & { readonly id: RequestId }) => {
  const [left, setLeft] = usePanelState<Partial<Record<Body['type'], Body>>>(`${id} bodies`, () => ({}));
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const choose = (type: Body['type']): void => {
    setLeft({ ...left, [body.type]: body });
    onChange(left[type] ?? convertBody(body, type));
  };
  return (
    <div className="stack">
      <div className="body-head">
        <Choice name="Type" value={body.type} words={bodyKinds} onChange={choose} />
        <div ref={setTools} className="body-tools" />
      </div>
      <BodyContent body={body} onChange={onChange} tools={tools} />
    </div>
  );
};
