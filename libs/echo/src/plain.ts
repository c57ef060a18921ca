import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Budget, Room } from '@tandem/http';
import type { Middleware } from 'koa';

import { corsHeaders, writeJson } from './answer.js';
import { describeBody, noBodyText } from './body/describe.js';
import { isMultipart } from './body/read.js';
import { echoText } from './echo-text.js';
import type { EchoState } from './exchange.js';
import { type Head, readHead } from './head.js';
import { helperPaths } from './helpers/routes.js';
import type { EchoSettings } from './options.js';
import { mentionsSimulation } from './simulation.js';
import { errorText, refusalOf } from './refusal.js';
import { takeOver } from './steps.js';

/** Answered by the plain path: an echo without simulation whose body, if any, is announced, whole and uncoded. */
const isPlain = (head: Head, settings: EchoSettings): boolean => {
  if (head.method === 'OPTIONS' || helperPaths.has(head.path) || mentionsSimulation(head)) return false;
  if (!head.hasBody) return true;
  const { used } = head;
  if (used['transfer-encoding'] !== undefined || used['content-encoding'] !== undefined) return false;
  return (
    used.expect === undefined && Number(used['content-length']) <= settings.maxBody && !isMultipart(head)
  );
};

/**
 * Reads a body of known length with one listener; a body that came in one chunk, the usual case, is not copied, and is
 * answered before anything else is read, so that no room has to be taken for it.
 */
const readAnnounced = (
  request: IncomingMessage,
  length: number,
  openRoom: () => Room,
  done: (octets: Buffer | Error, room?: Room) => void,
): void => {
  const chunks: Buffer[] = [];
  let size = 0;
  let room: Room | undefined;
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size === length && room === undefined) {
      done(chunk);
      return;
    }
    try {
      room ??= openRoom();
      room.take(chunk.length);
    } catch (error) {
      request.off('data', take).resume(); // what is left drains away: the client can then read the answer
      done(error as Error);
      return;
    }
    chunks.push(chunk);
    if (size === length) done(Buffer.concat(chunks), room);
  };
  request.on('data', take);
};

/** The headers of every plain echo, but for its length. */
const headersOf = (length: number): string[] => [
  'Content-Type',
  'application/json; charset=utf-8',
  'Content-Length',
  String(length),
  'X-Content-Type-Options',
  'nosniff',
  'Cache-Control',
  'no-store',
  'Access-Control-Allow-Origin',
  '*',
];

/** ASCII is the same in both, and node copies it as Latin-1 where it would have to encode it as UTF-8. */
const cheapestEncoding = (text: string, octets: number): 'latin1' | 'utf8' =>
  octets === text.length ? 'latin1' : 'utf8';

const done = Promise.resolve();

/**
 * The short way for most requests: the same answer as the steps below would give, in one step that makes no
 * promise of its own and asks Koa for nothing. It is what makes this server as fast as one without Koa.
 */
export const answerPlain = (settings: EchoSettings, bodies: Budget): Middleware<EchoState> => {
  const write = (response: ServerResponse, head: Head, bodyText: string): void => {
    const text = echoText(head, bodyText, settings.trustProxy);
    const length = Buffer.byteLength(text);
    response.writeHead(200, headersOf(length)).end(text, cheapestEncoding(text, length));
  };
  return (ctx, next) => {
    const { req, res } = ctx;
    const head = readHead(req);
    ctx.state.head = head;
    if (settings.corsCredentials || !isPlain(head, settings)) return next();
    takeOver(ctx);
    if (!head.hasBody) {
      write(res, head, noBodyText);
      return done;
    }
    const openRoom = (): Room => bodies.open(req, res);
    readAnnounced(req, Number(head.used['content-length']), openRoom, (octets, room) => {
      try {
        if (octets instanceof Error) throw octets;
        const bodyText = describeBody(octets, head.used['content-type']);
        room?.hold(bodyText.length);
        write(res, head, bodyText);
      } catch (error) {
        const { status, message, headers } = refusalOf(error);
        if (status === 500) ctx.app.emit('error', error, ctx);
        writeJson(res, status, errorText(message, status), corsHeaders(req, settings), headers);
      }
    });
    return done;
  };
};
