const maxSlugLength = 60;

const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/;
const special = /^(?:folder|opencollection|collection)$/;
const specialAtRoot = /^(?:environments|mocks|node_modules)$/;

const shortenSlug = (text: string): string =>
  Array.from(text).slice(0, maxSlugLength).join('').replace(/-+$/, '');

/**
 * A file name from `name`: lower case letters and digits joined by `-`, and never one that a system or reader
 * reserves.
 */
export const toSlug = (name: string, atRoot: boolean): string => {
  const plain = shortenSlug(
    name
      .normalize('NFC')
      .toLowerCase()
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, ''),
  );
  const reserved = device.test(plain) || special.test(plain) || (atRoot && specialAtRoot.test(plain));
  if (plain === '') return 'untitled';
  return reserved ? `${plain}-1` : plain;
};

/** The file name of an environment: its name if every system can store it. */
export const toEnvironmentStem = (name: string): string => {
  const plain =
    /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,58}[\p{L}\p{N}_-])?$/u.test(name) && name === name.normalize('NFC');
  const stem = name.toLowerCase().split('.')[0] ?? '';
  return plain && !device.test(stem) && !special.test(stem) ? name : toSlug(name, false);
};

/** Whether `stem` was derived from `wished`, with or without a clash number. */
export const isNamedAfter = (stem: string, wished: string): boolean =>
  stem === wished || (stem.startsWith(`${wished}-`) && /^\d+$/.test(stem.slice(wished.length + 1)));
