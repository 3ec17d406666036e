/** Configures the Astro twin of the bench site. */
export default {
  site: 'https://bench.example',
  trailingSlash: 'never',
  build: { format: 'file' },
  cacheDir: './.cache',
};
