import { faker } from '@faker-js/faker/locale/en';

import { createDynamicMakers } from '../src/dynamic/values.ts';

export default { faker, createDynamicMakers };
