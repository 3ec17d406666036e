/** The script of the search worker. */
import { serveSearch } from './search-worker.ts';

serveSearch(self);
