import * as chai from 'chai';
import withPostman from 'chai-postman';

/** Chai, and what adds Postman's assertions to it. */
export default { chai: chai.default ?? chai, withPostman };
