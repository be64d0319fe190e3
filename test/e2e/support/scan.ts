import jsQR from 'jsqr';
import type { Locator } from 'playwright-core';

/** What a camera reads from this part of the screen: from its pixels, by a reader that knows nothing of how it was drawn. */
export async function scan(shown: Locator): Promise<string | undefined> {
  const png = await shown.screenshot();
  const camera = await shown.page().context().newPage();
  const { pixels, width, height } = await camera.evaluate(async (base64) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    return { pixels: [...data], width: picture.width, height: picture.height };
  }, png.toString('base64'));
  await camera.close();
  return jsQR(Uint8ClampedArray.from(pixels), width, height)?.data;
}
