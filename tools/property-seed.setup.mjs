import fc from 'fast-check';

const fixed = 20_261_122;
const { TANDEM_PROPERTY_SEED: given } = process.env;

/** Every run tests the same examples, so that a commit passes or fails; `TANDEM_PROPERTY_SEED` chooses others. */
fc.configureGlobal({ seed: given === undefined ? fixed : Number(given) });
