/** Whether these tests were started by `npm test`, which builds what has changed before them. */
export const isBuilt = process.env.TANDEM_TEST_BUILT === 'yes';
