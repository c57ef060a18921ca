import { testRepositoriesContract } from './contracts/repositories.js';
import { createMemoryStore } from '../memory/store.js';

testRepositoriesContract('memory', () =>
  Promise.resolve({ store: createMemoryStore(), close: () => Promise.resolve() }),
);
