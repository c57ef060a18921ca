import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '../style/tokens.css';
import '../style/page.css';
import '../style/sidebar.css';
import '../style/result.css';
import '../style/request.css';
import '../style/controls.css';
import '../style/narrow.css';
import './gallery.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { TooltipProvider } from '../kit/index.js';
import { Gallery } from './gallery.js';

const root = document.getElementById('root');

if (root) {
  createRoot(root).render(
    <StrictMode>
      <TooltipProvider>
        <Gallery />
      </TooltipProvider>
    </StrictMode>,
  );
}
