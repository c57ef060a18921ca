import { startEarly } from './link/early.js';
import { loadPart } from './served/trust.js';

startEarly();
void loadPart(() => import('./main.js'));
