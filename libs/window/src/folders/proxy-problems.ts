/** Whether a text has a variable, whose value decides. */
const hasVariable = (text: string): boolean => text.includes('{{');

/** Why a text is not the host of a proxy; undefined if it may be one. */
export const proxyHostProblem = (host: string): string | undefined => {
  const text = host.trim();
  if (hasVariable(text)) return undefined;
  if (text === '') return 'Enter the name or address of the proxy, such as proxy.example.';
  if (text.includes('://')) return 'Enter the host alone, without http:// before it.';
  if (/^[^:\s]+:\d*$/.test(text)) return 'Enter the host alone; the port has a field of its own.';
  const bracketed = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text;
  const isHost = !/[/@?#\s]/.test(text) && URL.canParse(`http://${bracketed}`);
  return isHost ? undefined : `“${text}” is not a host name. Enter one such as proxy.example.`;
};

/** Why a text is not the port of a proxy; undefined if it may be one, or is empty for the default. */
export const proxyPortProblem = (port: string): string | undefined => {
  const text = port.trim();
  if (text === '' || hasVariable(text)) return undefined;
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= 65_535
    ? undefined
    : `“${text}” is not a port. Enter a number from 1 to 65535.`;
};
