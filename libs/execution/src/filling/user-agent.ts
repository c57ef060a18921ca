import type { Ports } from '@tandem/core';

/** The default User-Agent of requests. */
export const formatUserAgent = ({ product }: Pick<Ports, 'product'>): string =>
  `${product.name}/${product.version}`;
