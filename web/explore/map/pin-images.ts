import type { Map as MapLibreMap } from 'maplibre-gl'
import { type PlaceType, placeTypes } from '../../place/place-traits.ts'

/** Pixels across a pin with its edge, and how many are drawn for each. */
const pinSize = { across: 24, edge: 1.5, glyph: 15, ratio: 2 } as const

/** Where a pin of this type is drawn from; `text` is what `icon-image` takes. */
export function pinName(type: string): string {
  return `pin-${type}`
}

/** Draws a pin for each type, with the glyph that lists have, and an edge in this colour. */
export function drawPins(map: MapLibreMap, edge: string): void {
  for (const type of placeTypes) {
    const image = pinOf(type, edge)
    if (!image) continue
    const name = pinName(type.name)
    if (map.hasImage(name)) map.updateImage(name, image)
    else map.addImage(name, image, { pixelRatio: pinSize.ratio })
  }
}

function pinOf({ colour, glyph }: PlaceType, edge: string): ImageData | undefined {
  const { across, edge: width, glyph: glyphSize, ratio } = pinSize
  const canvas = new OffscreenCanvas(across * ratio, across * ratio)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.scale(ratio, ratio)
  context.beginPath()
  context.arc(across / 2, across / 2, across / 2 - width / 2, 0, 2 * Math.PI)
  context.fillStyle = colour
  context.fill()
  context.strokeStyle = edge
  context.lineWidth = width
  context.stroke()
  // Glyphs are drawn on a grid of 24.
  context.translate((across - glyphSize) / 2, (across - glyphSize) / 2)
  context.scale(glyphSize / 24, glyphSize / 24)
  context.strokeStyle = '#ffffff'
  context.lineWidth = 2.2
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.stroke(new Path2D(glyph))
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
