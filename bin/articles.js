#!/usr/bin/env node
// Versions of Node before ES modules read this file as a script, so it has no import statement.
if (typeof require === 'function') require('./check-node.js');
else import('./check-node.js').then(() => import('./start.js'));
