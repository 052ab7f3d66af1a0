import type { Page } from 'playwright-core'

/** How many pixels of a picture (PNG) have each of the colours. */
export function countColours(page: Page, picture: Buffer, colours: readonly string[]): Promise<number[]> {
  return page.evaluate(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${picture.toString('base64')}'
    await image.decode()
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    const counts = new Map(${JSON.stringify(colours)}.map((colour) => [colour, 0]))
    for (let at = 0; at < data.length; at += 4) {
      const colour = '#' + [...data.subarray(at, at + 3)].map((part) => part.toString(16).padStart(2, '0')).join('')
      if (counts.has(colour)) counts.set(colour, counts.get(colour) + 1)
    }
    return [...counts.values()]
  })()`)
}
