const disconnects: ReadonlySet<unknown> = new Set([
  'ECANCELED',
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** Whether an error only means that the client disconnected or sent something other than HTTP. */
export const isDisconnect = (error: unknown): boolean => {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return disconnects.has(code) || (typeof code === 'string' && code.startsWith('HPE_'));
};
