import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { parseJson } from '@tandem/core/codec';
import { EventSourceParserStream } from 'eventsource-parser/stream';

/** Whether a response is an event stream. */
export const isStream = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** The messages in an event-stream response. */
export async function* readEvents(response: Response): AsyncGenerator<JSONRPCMessage> {
  if (response.body === null) return;
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) if (data !== '') yield parseJson(data) as JSONRPCMessage;
}
