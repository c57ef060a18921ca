export { isForOrigin, matchesDomain as matches } from '@tandem/core';
