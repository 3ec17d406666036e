/** Starts the desk. */
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('desk');
if (root) createRoot(root).render(<App />);
