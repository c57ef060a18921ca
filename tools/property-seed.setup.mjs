import fc from 'fast-check';

const defaultSeed = 20_261_122;
const { TANDEM_PROPERTY_SEED: configuredSeed } = process.env;

/**
 * Sets the seed of property tests: every run tests the same examples, so that results are repeatable. `TANDEM_PROPERTY_SEED` selects
 * others.
 */
fc.configureGlobal({ seed: configuredSeed === undefined ? defaultSeed : Number(configuredSeed) });
