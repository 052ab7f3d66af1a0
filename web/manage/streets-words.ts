import { wordsOf } from '../../src/words/words.ts'

/** The commands that add the streets of Sweden to the map, on Linux (docs/map.md). */
export const streetCommands = `curl -LO https://github.com/protomaps/go-pmtiles/releases/download/v1.31.2/go-pmtiles_1.31.2_Linux_x86_64.tar.gz
tar -xzf go-pmtiles_1.31.2_Linux_x86_64.tar.gz pmtiles
DAY=$(date -d yesterday +%Y%m%d)
./pmtiles extract https://build.protomaps.com/$DAY.pmtiles streets.pmtiles --bbox=10.5,55.1,24.3,69.2
MAP_TILES=streets.pmtiles npm run serve`

export const streetsWords = wordsOf({
  title: ['The map can show streets', 'Kartan kan visa gator'],
  text: [
    'It shows water, borders and towns now. These five lines fetch the streets of Sweden from OpenStreetMap, some gigabytes, and start the service with them:',
    'Nu visar den vatten, gränser och orter. De här fem raderna hämtar Sveriges gator från OpenStreetMap, några gigabyte, och startar tjänsten med dem:',
  ],
  done: ['Do not show again', 'Visa inte igen'],
})
