import { compareWithBare } from '../support/compare.ts'
import type { Context } from '../support/context.ts'
import type { Row } from '../support/figures.ts'
import { sample } from '../support/random.ts'

/** A page of 100 places that do not lie beside one another, at 2,000 different offsets below 20,000. */
export function scatteredPage(context: Context): Promise<Row[]> {
  const pages = sample(context.random, 2_000, Math.min(20_000, Math.floor(context.world.places / 2)))
  const paths = pages.map((offset) => `/v4/place?orderby=created&is=*&include=non-published&offset=${offset}`)
  return compareWithBare(context, { what: 'page of 100 scattered places', paths, wanted: 0.2 })
}
