import type { Ports } from '@tandem/core';

/** What requests are sent with as User-Agent if they have none. */
export const formatUserAgent = ({ product }: Pick<Ports, 'product'>): string =>
  `${product.name}/${product.version}`;
