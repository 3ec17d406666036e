/** Work beside the rendering: the same files, and the same errors, in a thread and in the main thread. */
import { expect, test } from 'vitest';
import { openBackground } from '../../src/build/threads/background.ts';

const LOGO = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>');
const CARD = { title: 'Pot odds', kicker: 'Poker', siteTitle: 'The Ledger', language: 'en' };

test('a thread draws what the main thread draws, in any order', async () => {
  const inline = openBackground(false);
  const threaded = openBackground(true);
  threaded.prepareServiceWorker();
  const draw = ({ run }: typeof inline) =>
    Promise.all([
      run('drawSocialImage', CARD),
      run('renderIcon', { logo: LOGO, svg: true, size: 64, fill: null }),
      run('renderIcon', {
        logo: LOGO,
        svg: true,
        size: 48,
        fill: { scale: 0.5, ground: { r: 9, g: 9, b: 9 } },
      }),
      run('pickBackground', { logo: LOGO, svg: true, themeColor: '#14532d' }),
    ]);
  const [own, others] = await Promise.all([draw(inline), draw(threaded)]);
  expect(others.map((made) => (made instanceof Uint8Array ? Buffer.from(made) : made))).toEqual(own);
  threaded.close();
});

test.each([false, true])('an error of a job comes back (thread: %s)', async (hasThread) => {
  const background = openBackground(hasThread);
  const broken = background.run('renderIcon', { logo: Buffer.from('<svg'), svg: true, size: 9, fill: null });
  await expect(broken).rejects.toThrow(/XML|SVG|format/i);
  expect(await background.run('drawSocialImage', CARD)).toBeInstanceOf(Uint8Array);
  background.close();
});

test('what is asked of a thread that ends is refused, not forgotten', async () => {
  const background = openBackground(true);
  const drawn = background.run('drawSocialImage', CARD);
  background.close();
  await expect(drawn).rejects.toThrow('was ended');
});
