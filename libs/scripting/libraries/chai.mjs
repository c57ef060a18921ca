import * as chai from 'chai';
import withPostman from 'chai-postman';

/** Chai, and the function that adds Postman's assertions. */
export default { chai: chai.default ?? chai, withPostman };
