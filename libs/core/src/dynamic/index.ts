export { listGeneratedTokens } from './generated-tokens.js';
export { dynamicNames } from './names.js';
