import { Buttons } from './buttons.js';
import { Contents } from './contents.js';
import { Data } from './data.js';
import { Fields } from './fields.js';
import { Overlays } from './overlays.js';

/** The common components of the kit in their states, with data that never change. */
export const Gallery = () => (
  <main className="gallery">
    <h1>Components</h1>
    <div className="gallery-columns">
      <div>
        <Buttons />
        <Fields />
        <Overlays />
      </div>
      <div>
        <Contents />
        <Data />
      </div>
    </div>
  </main>
);
