import { Text } from '@codemirror/state';

/** How many characters are cut into lines at a time: a few milliseconds' worth. */
const chunk = 500_000;

/** From how many characters on a text is put together bit by bit. */
export const long = 1_000_000;

/** Lets the page do what waits, such as a key or a frame. */
const yieldToPage = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });

/** A long text as an editor's document, made without holding the page up; undefined when it is not wanted any more. */
export const createLongText = async (value: string, isWanted: () => boolean): Promise<Text | undefined> => {
  let document = Text.empty;
  for (let at = 0; at < value.length; at += chunk) {
    await yieldToPage();
    if (!isWanted()) return undefined;
    document = document.append(Text.of(value.slice(at, at + chunk).split(/\r\n?|\n/)));
  }
  return document;
};
