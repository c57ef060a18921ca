import type { RaiseAnswer, RaiseOutcome } from '@tandem/window-server';

/** Options of a second start that only the first start could apply. */
export interface WantedOptions {
  /** The window's port. Here and in the other two ports, 0 means any port. */
  readonly port: number;
  readonly echoPort: number;
  readonly mcpPort: number;
  readonly keepRunning: boolean;
  readonly allowEnvSecrets: readonly string[];
  readonly rotateKey: boolean;
  readonly logLevel: string;
}

const windowMessages: Readonly<Record<RaiseOutcome, string>> = {
  raised: 'its window was brought to the front',
  opened: 'it opened a window',
  none: 'it cannot open a window here, so open the address in a browser',
  unasked: 'its addresses are above',
};

const parsePort = (url: string): number => Number(new URL(url).port);

/** Formats the three addresses of a start, one per line. */
export const formatAddressLines = ({
  page,
  echo,
  mcp,
}: Pick<RaiseAnswer, 'page' | 'echo' | 'mcp'>): readonly string[] => [
  `tandem window   ${page}`,
  `tandem echo     ${echo}`,
  `tandem mcp      ${mcp}`,
];

/** Formats the output of a second start: the addresses of the first start, and what the first start did. */
export const formatSecondStart = (answer: RaiseAnswer, version: string): readonly string[] => {
  const { pid, shown, opened } = answer;
  const other = answer.version === version ? '' : `, version ${answer.version}`;
  const workspaces = opened.map((name) => `; it opened the workspace ${name}`).join('');
  return [
    ...formatAddressLines(answer),
    `Tandem is already running (process ${pid}${other}): ${windowMessages[shown]}${workspaces}`,
  ];
};

const findDifferingOptions = (answer: RaiseAnswer, wanted: WantedOptions): readonly string[] => {
  const port = (flag: string, value: number, url: string): readonly string[] =>
    value === 0 || value === parsePort(url) ? [] : [`${flag} ${value}`];
  return [
    ...port('--port', wanted.port, answer.page),
    ...port('--echo-port', wanted.echoPort, answer.echo),
    ...port('--mcp-port', wanted.mcpPort, answer.mcp),
    ...(wanted.keepRunning && !answer.keepRunning ? ['--keep-running'] : []),
    ...(wanted.allowEnvSecrets.length > 0 ? ['--allow-env-secrets'] : []),
    ...(wanted.rotateKey ? ['--rotate-key'] : []),
    ...(wanted.logLevel === 'info' || wanted.logLevel === answer.logLevel
      ? []
      : [`--log-level ${wanted.logLevel}`]),
  ];
};

/** Returns the lines that a second start prints to stderr: one for each option that has no effect. */
export const formatSecondStartNotes = (answer: RaiseAnswer, wanted: WantedOptions): readonly string[] => [
  ...findDifferingOptions(answer, wanted).map(
    (option) => `${option} has no effect, because Tandem is already running`,
  ),
  ...answer.refused,
];
