import { toVisibleText } from '@tandem/core/visible';

/** Elements whose children are read as data, not only displayed. */
const readElements: ReadonlySet<unknown> = new Set(['textarea', 'style', 'script']);

/** Attributes that are displayed or read aloud. */
const visibleAttributes = ['title', 'aria-label', 'aria-description', 'alt'] as const;

type Props = Readonly<Record<string, unknown>>;

const escapeChildren = (children: unknown): unknown => {
  if (typeof children === 'string') return toVisibleText(children);
  if (!Array.isArray(children)) return children;
  const shown = children.map(escapeChildren);
  return shown.every((one, at) => one === children[at]) ? children : shown;
};

/** An option without a value uses its text as the value. */
const isRead = (type: unknown, props: Props): boolean =>
  readElements.has(type) || (type === 'option' && props.value === undefined);

/**
 * Escapes invisible characters in the texts of an element, so that names, messages and bodies from outside cannot
 * imitate others.
 */
export const escapeProps = (type: unknown, props: Props): Props => {
  if (isRead(type, props)) return props;
  const children = escapeChildren(props.children);
  let shown = children === props.children ? props : { ...props, children };
  if (typeof type !== 'string') return shown;
  for (const name of visibleAttributes) {
    const value = shown[name];
    if (typeof value === 'string' && toVisibleText(value) !== value)
      shown = { ...shown, [name]: toVisibleText(value) };
  }
  return shown;
};
