import type { SentRequest } from '@tandem/core';

/** The headers of a sent request; that of a multipart body is made with its boundary when it goes out. */
export const listSentHeaders = ({ headers, body }: SentRequest): SentRequest['headers'] =>
  body.type !== 'multipart' || headers.some(({ name }) => name.toLowerCase() === 'content-type')
    ? headers
    : [...headers, { name: 'content-type', value: 'multipart/form-data; boundary=…' }];
