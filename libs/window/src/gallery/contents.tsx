import { Inbox } from 'lucide-react';
import { useState } from 'react';

import { Badge, Button, EmptyState, Kbd, Method, Table, Tabs } from '../kit/index.js';
import { Group, doNothing, Sample } from './sample.js';

const runs = [
  { id: '1', method: 'GET', name: 'Find a pet', status: 200, ms: 41 },
  { id: '2', method: 'POST', name: 'Adopt', status: 201, ms: 128 },
  { id: '3', method: 'DELETE', name: 'Return', status: 404, ms: 9 },
] as const;

const Runs = () => (
  <Table
    label="Runs"
    rows={runs}
    keyOf={({ id }) => id}
    isChosen={({ id }) => id === '2'}
    onRow={doNothing}
    columns={[
      { key: 'method', title: '', isNarrow: true, cell: ({ method }) => <Method method={method} /> },
      { key: 'name', title: 'Request', cell: ({ name }) => name },
      {
        key: 'status',
        title: 'Status',
        cell: ({ status }) => <Badge tone={status < 400 ? 'good' : 'bad'}>{status}</Badge>,
      },
      { key: 'ms', title: 'Time', align: 'end', cell: ({ ms }) => `${ms} ms` },
    ]}
  />
);

const titles = ['Body', 'Headers', 'Cookies', 'Tests', 'Console', 'Timeline', 'Request'] as const;

const Response = ({ label, className }: { readonly label: string; readonly className: string }) => {
  const [value, setValue] = useState<string>('Tests');
  return (
    <Tabs
      label={label}
      className={className}
      value={value}
      onChange={setValue}
      tabs={titles.map((title, index) => ({
        key: title,
        title,
        count: index === 1 ? 12 : 0,
        content: <p className="quiet">{title}</p>,
      }))}
    />
  );
};

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'GQL', 'PURGE'];

/** Opens the content. */
export const Contents = () => (
  <Group title="Content">
    <Sample name="Method">
      {methods.map((method) => (
        <Method key={method} method={method} />
      ))}
    </Sample>
    <Sample name="Badge">
      {(['plain', 'good', 'bad', 'warn', 'accent'] as const).map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
    </Sample>
    <Sample name="Kbd">
      <Kbd keys="Ctrl+Shift+F" />
    </Sample>
    <Response label="Response" className="gallery-wide" />
    <Response label="Response in a narrow pane" className="gallery-narrow" />
    <Runs />
    <EmptyState icon={Inbox} title="No runs yet" actions={<Button variant="primary">New run</Button>}>
      A run sends the requests of a folder one after the other.
    </EmptyState>
  </Group>
);
