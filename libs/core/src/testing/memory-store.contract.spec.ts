import { repositoriesContract } from './contracts/repositories.js';
import { memoryStore } from '../memory/store.js';

repositoriesContract('memory', () =>
  Promise.resolve({ store: memoryStore(), close: () => Promise.resolve() }),
);
