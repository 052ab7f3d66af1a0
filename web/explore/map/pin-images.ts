import type { ExpressionSpecification, Map as MapLibreMap } from 'maplibre-gl'
import type { ColourScheme } from '../../kit/colours.ts'
import { type PlaceType, placeTypes } from '../../place/place-traits.ts'

/** Pixels across a pin with its edge, and how many are drawn for each. */
const pinSize = { across: 24, edge: 1.5, glyph: 15, ratio: 2 } as const

/** Where a pin of this type is drawn from; `text` is what `icon-image` takes. */
export function pinName(type: string): string {
  return `pin-${type}`
}

/** Draws a pin for each type, with the glyph that lists have, and an edge in this colour. */
export function drawPins(map: MapLibreMap, edge: string): void {
  for (const type of placeTypes) putImage(map, pinName(type.name), pinOf(type, edge))
}

function putImage(map: MapLibreMap, name: string, image: ImageData | undefined): void {
  if (!image) return
  if (map.hasImage(name)) map.updateImage(name, image)
  else map.addImage(name, image, { pixelRatio: pinSize.ratio })
}

/** The ring of a cluster has so many parts, which its types share. */
const ringParts = 12
const ringWidth = 4

/**
 * The image of a cluster, whose name says all that is drawn: the scheme, a radius in which its number has room, and how
 * many parts of the ring each type has, in the order of the types.
 */
export function clusterImage(scheme: ColourScheme): ExpressionSpecification {
  const parts = placeTypes.flatMap(({ name }) => [
    ' ',
    ['round', ['/', ['*', ringParts, ['coalesce', ['get', name], 0]], ['get', 'count']]],
  ])
  const radius = ['step', ['get', 'count'], 17, 100, 20, 1000, 25, 10_000, 30, 100_000, 35]
  return ['concat', `cluster ${scheme} `, radius, ...parts] as unknown as ExpressionSpecification
}

/** Draws the image of a cluster when it is asked for first, in the colours of its scheme. */
export function drawClusters(map: MapLibreMap, inks: Readonly<Record<ColourScheme, ClusterInks>>): void {
  // Since a listener to `styleimagemissing` is told when the tile has been answered without the image.
  map.setMissingStyleImageResolver((id) => {
    const [kind, scheme, radius, ...parts] = id.split(' ')
    if (kind === 'cluster')
      putImage(map, id, clusterOf(Number(radius), parts.map(Number), inks[scheme as ColourScheme]))
  })
}

/** So many images of clusters may be kept, each of 18 to 78 kB. */
const clustersMax = 200

/** Forgets the images of clusters where they have become many; what is still shown is drawn again when it is asked for. */
export function forgetClusters(map: MapLibreMap): void {
  const names = map.listImages().filter((name) => name.startsWith('cluster '))
  if (names.length > clustersMax) for (const name of names) map.removeImage(name)
}

interface ClusterInks {
  readonly edge: string
  /** Of the ground of the number. */
  readonly cluster: string
}

function clusterOf(radius: number, parts: readonly number[], { edge, cluster }: ClusterInks): ImageData | undefined {
  const turn = (2 * Math.PI) / parts.reduce((sum, part) => sum + part, 0)
  return drawn(2 * radius, (context) => {
    const fill = (colour: string, within: number, from = 0, angle = 2 * Math.PI) => {
      context.beginPath()
      if (angle < 2 * Math.PI) context.moveTo(radius, radius)
      // From the top on.
      context.arc(radius, radius, radius - within, from - Math.PI / 2, from + angle - Math.PI / 2)
      context.fillStyle = colour
      context.fill()
    }
    fill(edge, 0)
    let from = 0
    for (const [type, part] of parts.entries()) {
      if (part > 0) fill(placeTypes[type]!.colour, 1, from, part * turn)
      from += part * turn
    }
    fill(edge, 1 + ringWidth)
    fill(cluster, 2 + ringWidth)
  })
}

function pinOf({ colour, glyph }: PlaceType, edge: string): ImageData | undefined {
  const { across, edge: width, glyph: glyphSize } = pinSize
  return drawn(across, (context) => {
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
  })
}

/** What `draw` draws on a square, so many pixels across; undefined where the browser draws nothing. */
function drawn(across: number, draw: (context: OffscreenCanvasRenderingContext2D) => void): ImageData | undefined {
  const size = across * pinSize.ratio
  const context = new OffscreenCanvas(size, size).getContext('2d')
  if (!context) return undefined
  context.scale(pinSize.ratio, pinSize.ratio)
  draw(context)
  return context.getImageData(0, 0, size, size)
}
