/** Starts the desk. */
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

// The cookie has the token now; a copied address need not.
if (location.search !== '') history.replaceState(null, '', location.pathname + location.hash);
const root = document.getElementById('desk');
if (root) createRoot(root).render(<App />);
