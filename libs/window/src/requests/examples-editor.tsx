import type { Example, ExampleResponse } from '@tandem/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import {
  Badge,
  CodeViewer,
  Field,
  IconButton,
  Method,
  Rows,
  formatRowName,
  useRemoval,
} from '../kit/index.js';
import { type BodyFormat, getFormat } from '../response/body/body-format.js';
import { getExampleContentType, formatExampleStatus } from './examples.js';
import { getStatusTone } from '../response/body/show-body.js';
import { useViewerText } from '../response/body/use-body.js';
import '../style/examples.css';

interface ExampleItemProps {
  readonly example: Example;
  readonly isOpen: boolean;
  readonly onChange: (example: Example) => void;
  readonly onRemove: () => void;
}

const formats: Readonly<Partial<Record<NonNullable<ExampleResponse['body']>['type'], BodyFormat>>> = {
  json: 'json',
  xml: 'xml',
  html: 'html',
};

const Body = ({ name, response }: { readonly name: string; readonly response: ExampleResponse }) => {
  const { body } = response;
  const text = body?.data ?? '';
  const format = formats[body?.type ?? 'text'] ?? getFormat(text, getExampleContentType(response));
  const laid = useViewerText(text, format);
  if (body === null) return <p className="quiet">No body.</p>;
  if (body.type === 'binary') return <p className="quiet">The body is binary and is not shown.</p>;
  if (laid === undefined) return <p className="quiet">Formatting …</p>;
  return <CodeViewer label={`Body of ${name}`} {...laid} format={format} wrap find={0} />;
};

const ExampleRequest = ({ request }: { readonly request: NonNullable<Example['request']> }) => (
  <>
    <p className="example-sent">
      <Method method={request.method} /> <code>{request.url}</code>
    </p>
    {request.headers.length > 0 && <Rows rows={request.headers} />}
  </>
);

const Status = ({ response }: { readonly response: ExampleResponse }) => {
  const words = formatExampleStatus(response);
  if (words === '') return null;
  const tone = response.status === null ? 'plain' : getStatusTone(response.status);
  return <Badge tone={tone === 'good' || tone === 'bad' ? tone : 'plain'}>{words}</Badge>;
};

const ExampleDetail = ({ example, onChange, onRemove }: Omit<ExampleItemProps, 'isOpen'>) => {
  const { name, description, request, response } = example;
  return (
    <div className="stack">
      <div className="example-name">
        <Field
          label="Name"
          labelPosition="beside"
          value={name}
          onChange={({ target }) => onChange({ ...example, name: target.value })}
        />
        <IconButton icon={Trash2} label={`Delete ${formatRowName(name, 'the example')}`} onClick={onRemove} />
      </div>
      {description !== '' && <p className="example-notes">{description}</p>}
      {request !== null && (
        <section aria-label="Request">
          <h4>Request</h4>
          <ExampleRequest request={request} />
        </section>
      )}
      <section aria-label="Response">
        <h4>Response</h4>
        {response.headers.length > 0 && (
          <Rows rows={response.headers.map((one) => ({ ...one, enabled: true }))} />
        )}
        <Body name={name} response={response} />
      </section>
    </div>
  );
};

const ExampleItem = ({ isOpen: isOpenAtFirst, ...props }: ExampleItemProps) => {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const { name, response } = props.example;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <span>{name.trim() === '' ? 'Unnamed example' : name}</span> <Status response={response} />
      </summary>
      {isOpen && <ExampleDetail {...props} />}
    </details>
  );
};

/** Lists the stored responses of a request, which can be viewed, renamed and deleted. */
export const ExamplesEditor = ({
  examples,
  onChange,
}: {
  readonly examples: readonly Example[];
  readonly onChange: (examples: readonly Example[]) => void;
}) => {
  const remove = useRemoval(examples, onChange);
  if (examples.length === 0)
    return <p className="quiet">No examples. Save a response as an example to keep it with the request.</p>;
  return (
    <div className="stack examples">
      {examples.map((example, at) => (
        <ExampleItem
          key={at}
          example={example}
          isOpen={examples.length === 1}
          onChange={(next) => onChange(examples.map((one, index) => (index === at ? next : one)))}
          onRemove={() => remove(at, formatRowName(example.name, 'the example'))}
        />
      ))}
    </div>
  );
};
