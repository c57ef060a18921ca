import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { decode, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import { delay } from './window.js';

/** How long to wait for a response of the browser, in milliseconds. */
const timeoutMs = 10_000;

const Reply = t.intersection([t.type({ id: t.number }), t.partial({ result: t.unknown, error: t.unknown })]);

/** A browser started with `--remote-debugging-pipe`, which uses the DevTools Protocol on its pipes 3 and 4. */
export interface DevTools {
  /** Calls a method and returns its result; rejects on an error, after ten seconds, or if the browser has ended. */
  readonly call: (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>;
}

const parseMessage = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Splits a stream into messages that end with a zero byte. */
const readMessages = (from: Readable, onMessage: (text: string) => void): void => {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (chunk: string) => {
    const pieces = `${rest}${chunk}`.split('\0');
    rest = pieces.pop() ?? '';
    for (const piece of pieces) onMessage(piece);
  });
};

/** Connects to a browser that we started. */
export const connectDevTools = ({ stdio }: Pick<ChildProcess, 'stdio'>): DevTools => {
  const [, , , to, from] = stdio as (Readable | Writable | null)[];
  const pendingReplies = new Map<number, (reply: t.TypeOf<typeof Reply>) => void>();
  let last = 0;
  readMessages(from as Readable, (text) => {
    const decoded = decode(Reply)(parseMessage(text));
    if (E.isRight(decoded)) pendingReplies.get(decoded.right.id)?.(decoded.right);
  });
  return {
    call: (method, params = {}) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        const end = (done: () => void): void => {
          clearTimeout(timer);
          pendingReplies.delete(id);
          done();
        };
        const fail = (why: string): void => {
          end(() => {
            reject(new Error(`${method}: ${why}`));
          });
        };
        const timer = setTimeout(() => {
          fail('no answer');
        }, timeoutMs);
        pendingReplies.set(id, ({ result, error }) => {
          if (error !== undefined) fail(JSON.stringify(error));
          else
            end(() => {
              resolve(result);
            });
        });
        (to as Writable).write(`${JSON.stringify({ id, method, params })}\0`, (error) => {
          if (error) fail(error.message);
        });
      }),
  };
};

/** How often a starting browser is asked for its page, in milliseconds. */
const pollIntervalMs = 100;

const Targets = t.type({
  targetInfos: t.readonlyArray(t.type({ targetId: t.string, type: t.string, url: t.string })),
});
const TargetWindow = t.type({ windowId: t.number, bounds: t.type({ windowState: t.string }) });

const decodeAnswer = <A>(codec: t.Type<A, unknown>, answer: unknown): A => {
  const decoded = decode(codec)(answer);
  if (E.isLeft(decoded)) throw new Error('the browser sent an unknown response');
  return decoded.right;
};

/** Whether a page has not started to load its address. */
const isStarting = (url: string): boolean => url === '' || url === 'about:blank';

/** Finds the id of a page of `origin`. While the browser is starting, it has no pages or only blank ones. */
const findPage = async (
  devTools: DevTools,
  origin: string,
  ending: AbortSignal,
): Promise<string | undefined> => {
  const { targetInfos } = decodeAnswer(Targets, await devTools.call('Target.getTargets'));
  const pages = targetInfos.filter(({ type }) => type === 'page');
  const page = pages.find(({ url }) => url.startsWith(`${origin}/`));
  if (page !== undefined || ending.aborted || !pages.every(({ url }) => isStarting(url)))
    return page?.targetId;
  await delay(pollIntervalMs, ending);
  return findPage(devTools, origin, ending);
};

/**
 * Brings the browser window with a page of `origin` to the front. Waits for that page while the browser is starting. Returns false if
 * there is no such page, the browser fails, or `ending` is aborted first.
 */
export const bringToFront = async (
  devTools: DevTools,
  origin: string,
  ending: AbortSignal,
): Promise<boolean> => {
  const { call } = devTools;
  try {
    const targetId = await findPage(devTools, origin, ending);
    if (targetId === undefined) return false;
    const { windowId, bounds } = decodeAnswer(
      TargetWindow,
      await call('Browser.getWindowForTarget', { targetId }),
    );
    if (bounds.windowState === 'minimized')
      await call('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } });
    await call('Target.activateTarget', { targetId });
    return true;
  } catch {
    return false;
  }
};
