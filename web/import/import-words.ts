import type { ImportStatus } from '../../src/exchange/import-result.ts'
import { type TextPair, wordsOf } from '../words/words.ts'
import type { UnreadableFile } from './table.ts'
/** The words of importing. */
export const importWords = wordsOf({
  title: ['Import places', 'Importera platser'],
  lead: [
    'From a CSV table, GeoJSON or NDJSON. Nothing is written before you have seen what would become of it.',
    'Från en CSV-tabell, GeoJSON eller NDJSON. Inget skrivs innan du har sett vad det skulle bli.',
  ],
  drop: ['Drop a file here', 'Släpp en fil här'],
  choose: ['Choose a file', 'Välj en fil'],
  kinds: ['CSV, GeoJSON or NDJSON, also gzipped, up to 64 MB', 'CSV, GeoJSON eller NDJSON, även gzip, upp till 64 MB'],
  another: ['Another file', 'En annan fil'],
  unreadable: {
    empty: [
      'The file holds no records of a CSV table, GeoJSON or NDJSON.',
      'Filen innehåller inga poster i CSV, GeoJSON eller NDJSON.',
    ],
    large: [
      'The file is larger than 64 MB. The command line imports files of any size.',
      'Filen är större än 64 MB. Kommandoraden importerar filer av alla storlekar.',
    ],
    many: [
      'The file has more than 200,000 records. The command line imports any number.',
      'Filen har fler än 200 000 poster. Kommandoraden importerar hur många som helst.',
    ],
    columns: ['The table has more than 500 columns.', 'Tabellen har fler än 500 kolumner.'],
    csv: ['The table cannot be read as CSV.', 'Tabellen går inte att läsa som CSV.'],
    geojson: [
      'The file is no GeoJSON: a FeatureCollection of points is wanted.',
      'Filen är inte GeoJSON: den ska vara en FeatureCollection med punkter.',
    ],
    gzip: ['The file cannot be unpacked.', 'Filen går inte att packa upp.'],
    workbook: [
      'The file is an Excel workbook or another ZIP archive. Save the sheet as CSV and choose that file.',
      'Filen är en Excel-arbetsbok eller ett annat ZIP-arkiv. Spara bladet som CSV och välj den filen.',
    ],
  } satisfies Record<UnreadableFile['code'], TextPair>,
  records: [
    (count: number, text: string) => (count === 1 ? '1 record' : `${text} records`),
    (count: number, text: string) => (count === 1 ? '1 post' : `${text} poster`),
  ],
  columnsTitle: ['What the columns mean', 'Vad kolumnerna betyder'],
  columnsHint: [
    'The guesses come from the headings. A column that means nothing is left out.',
    'Gissningarna kommer från rubrikerna. En kolumn som inte betyder något lämnas utanför.',
  ],
  meaningOf: [
    (column: string) => `Column ${column} is imported as`,
    (column: string) => `Kolumnen ${column} importeras som`,
  ],
  leftOut: ['Left out', 'Lämnas utanför'],
  missing: [
    (fields: string) => `No column gives: ${fields}. Records without it are refused.`,
    (fields: string) => `Ingen kolumn för: ${fields}. Poster utan detta avvisas.`,
  ],
  noKey: [
    'No column gives a key: each import makes new places, even of the same file. A key lets a later import update them.',
    'Ingen kolumn ger en nyckel: varje import skapar nya platser, även från samma fil. Med en nyckel kan en senare import uppdatera dem.',
  ],
  defaultsTitle: ['What is taken where a record has none', 'Standardvärden för poster som saknar dem'],
  owner: ['Owner', 'Ägare'],
  type: ['Type', 'Typ'],
  publish: ['Publish at once', 'Publicera genast'],
  publishHint: ['Else they are drafts.', 'Annars blir de utkast.'],
  check: ['Check the file', 'Kontrollera filen'],
  checkAgain: ['Check again', 'Kontrollera igen'],
  checking: ['Checking', 'Kontrollerar'],
  checked: ['What would become of the file', 'Resultat av kontrollen'],
  importing: ['Importing', 'Importerar'],
  imported: ['What became of the file', 'Resultat av importen'],
  stopped: ['The import was stopped', 'Importen stoppades'],
  stop: ['Stop', 'Stoppa'],
  goOn: ['Go on', 'Fortsätt'],
  progress: [
    (done: string, total: string) => `${done} of ${total}`,
    (done: string, total: string) => `${done} av ${total}`,
  ],
  importButton: [
    (count: number, text: string) => (count === 1 ? 'Import 1 record' : `Import ${text} records`),
    (count: number, text: string) => (count === 1 ? 'Importera 1 post' : `Importera ${text} poster`),
  ],
  nothingToDo: ['There is nothing to import.', 'Det finns inget att importera.'],
  statuses: {
    created: ['Created', 'Skapade'],
    changed: ['Changed', 'Ändrade'],
    unchanged: ['Unchanged', 'Oförändrade'],
    refused: ['Refused', 'Avvisade'],
  } satisfies Record<ImportStatus, TextPair>,
  line: ['Line', 'Rad'],
  place: ['Place', 'Plats'],
  outcome: ['Outcome', 'Utfall'],
  reason: ['Reason', 'Skäl'],
  show: ['Show', 'Visa'],
  pages: ['Pages of results', 'Sidor med utfall'],
  report: ['Download the refusals', 'Ladda ner det avvisade'],
  noName: ['no name', 'inget namn'],
  targets: {
    key: ['Key at the source', 'Nyckel hos källan'],
    parentKey: ['Key of the parent place', 'Överordnade platsens nyckel'],
    type: ['Type of place', 'Typ av plats'],
    latitude: ['Latitude', 'Latitud'],
    longitude: ['Longitude', 'Longitud'],
    position: ['Position (latitude, longitude)', 'Läge (latitud, longitud)'],
    'owner.id': ['Id of the owner', 'Ägarens id'],
    ownerName: ['Owner, by its name in the directory', 'Ägare, efter namnet i katalogen'],
    kind: ['Kind of entry', 'Typ av post'],
    id: ['Id', 'Id'],
  },
  required: {
    name: ['name', 'namn'],
    position: ['position', 'läge'],
    owner: ['owner', 'ägare'],
    ownerId: ['id of the owner', 'ägarens id'],
    ownerType: ['type of the owner', 'ägarens typ'],
  },
})
