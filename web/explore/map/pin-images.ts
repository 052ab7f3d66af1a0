import type { ExpressionSpecification, Map as MapLibreMap } from 'maplibre-gl'
import type { ColourScheme } from '../../kit/colours.ts'
import { type PlaceType, placeTypes } from '../../place/place-traits.ts'

/** The size of a pin and its border in pixels, and its pixel ratio. */
const pinSize = { across: 24, edge: 1.5, glyph: 15, ratio: 2 } as const

/** Returns the name of the pin image of a type. */
export function pinName(type: string): string {
  return `pin-${type}`
}

/** Draws a pin for each type, with the same glyph as in lists, and a border in this colour. */
export function drawPins(map: MapLibreMap, edge: string): void {
  for (const type of placeTypes) putImage(map, pinName(type.name), pinOf(type, edge))
}

function putImage(map: MapLibreMap, name: string, image: ImageData | undefined): void {
  if (!image) return
  if (map.hasImage(name)) map.updateImage(name, image)
  else map.addImage(name, image, { pixelRatio: pinSize.ratio })
}

/** The name of the image of a ring around a pin. */
export const ringName = 'ring'

/** Draws a ring in this colour, with a white edge. */
export function drawRing(map: MapLibreMap, colour: string): void {
  const across = pinSize.across + 14
  const image = drawn(across, (context) => {
    for (const [width, stroke] of [
      [6, '#ffffff'],
      [4, colour],
    ] as const) {
      context.beginPath()
      context.arc(across / 2, across / 2, across / 2 - 3, 0, 2 * Math.PI)
      context.lineWidth = width
      context.strokeStyle = stroke
      context.stroke()
    }
  })
  putImage(map, ringName, image)
}

/** The ring of a cluster is divided into this many parts, shared by its types. */
const ringParts = 12
const ringWidth = 4

/** The radius of a cluster in pixels, with room for its number. */
export const clusterRadius: ExpressionSpecification = [
  'step',
  ['get', 'count'],
  ...[17, 100, 20, 1000, 25, 10_000, 30, 100_000, 35],
] as unknown as ExpressionSpecification

/**
 * Returns the image name of a cluster, which describes it completely: the scheme, a radius with room for its number,
 * and the parts of the ring for each type, in order of the types.
 */
export function clusterImage(scheme: ColourScheme): ExpressionSpecification {
  const parts = placeTypes.flatMap(({ name }) => [
    ' ',
    ['round', ['/', ['*', ringParts, ['coalesce', ['get', name], 0]], ['get', 'count']]],
  ])
  return ['concat', `cluster ${scheme} `, clusterRadius, ...parts] as unknown as ExpressionSpecification
}

/** Draws the image of a cluster on first use, in the colours of its scheme. */
export function drawClusters(map: MapLibreMap, inks: Readonly<Record<ColourScheme, ClusterInks>>): void {
  // A listener to `styleimagemissing` runs only after the tile was answered without the image.
  map.setMissingStyleImageResolver((id) => {
    const [kind, scheme, radius, ...parts] = id.split(' ')
    if (kind === 'cluster')
      putImage(map, id, clusterOf(Number(radius), parts.map(Number), inks[scheme as ColourScheme]))
  })
}

/** Maximum number of cached cluster images, of 18 to 78 kB each. */
const clustersMax = 200

/** Removes the cluster images once there are too many; those still visible are drawn again on demand. */
export function forgetClusters(map: MapLibreMap): void {
  const names = map.listImages().filter((name) => name.startsWith('cluster '))
  if (names.length > clustersMax) for (const name of names) map.removeImage(name)
}

interface ClusterInks {
  readonly edge: string
  /** The background of the number. */
  readonly cluster: string
}

function clusterOf(radius: number, parts: readonly number[], { edge, cluster }: ClusterInks): ImageData | undefined {
  const turn = (2 * Math.PI) / parts.reduce((sum, part) => sum + part, 0)
  return drawn(2 * radius, (context) => {
    const fill = (colour: string, within: number, from = 0, angle = 2 * Math.PI) => {
      context.beginPath()
      if (angle < 2 * Math.PI) context.moveTo(radius, radius)
      // Starts at the top.
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

/** Runs `draw` on a square of this many pixels; undefined if the browser cannot draw. */
function drawn(across: number, draw: (context: OffscreenCanvasRenderingContext2D) => void): ImageData | undefined {
  const size = across * pinSize.ratio
  const context = new OffscreenCanvas(size, size).getContext('2d')
  if (!context) return undefined
  context.scale(pinSize.ratio, pinSize.ratio)
  draw(context)
  return context.getImageData(0, 0, size, size)
}
