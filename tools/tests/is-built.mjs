/** Whether these tests were started by `npm test`, which first builds what has changed. */
export const isBuilt = process.env.TANDEM_TEST_BUILT === 'yes';
