declare module 'which-polygon' {
  import type { Feature, FeatureCollection, MultiPolygon, Polygon } from 'geojson'

  /** Finds the polygons that contain a position: the first one, or with `true` all of them; null if there are none. */
  interface Query<Properties> {
    (position: readonly [number, number]): Properties | null
    (position: readonly [number, number], all: true): Properties[] | null
  }

  export default function whichPolygon<Properties>(
    data: FeatureCollection<Polygon | MultiPolygon, Properties> | { features: Feature<MultiPolygon, Properties>[] },
  ): Query<Properties>
}
