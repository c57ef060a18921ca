import { startEarly } from './link/early.js';
import { loadPart } from './served/trust.js';

void loadPart(() => import('./main.js'));
startEarly();
