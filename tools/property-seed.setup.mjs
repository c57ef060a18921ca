import fc from 'fast-check';

const fixed = 20_261_122;
const { TANDEM_PROPERTY_SEED: given } = process.env;

/** Every run tests the same examples, so that results are repeatable; `TANDEM_PROPERTY_SEED` selects others. */
fc.configureGlobal({ seed: given === undefined ? fixed : Number(given) });
