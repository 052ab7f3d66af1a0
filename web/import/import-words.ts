import type { ImportStatus } from '../../src/exchange/import-result.ts'
import { plural, type TextPair, wordsOf } from '../../src/words/words.ts'
import type { UnreadableFile } from './read-file.ts'
/** The words of importing. */
export const importWords = wordsOf({
  title: ['Import places', 'Importera platser'],
  lead: [
    'From Excel, a CSV table, GeoJSON or NDJSON. Nothing is written before you have seen what would become of it.',
    'Från Excel, en CSV-tabell, GeoJSON eller NDJSON. Inget skrivs innan du har sett vad det skulle bli.',
  ],
  drop: ['Drop a file here', 'Släpp en fil här'],
  choose: ['Choose a file', 'Välj en fil'],
  kinds: [
    'Excel (.xlsx), CSV, GeoJSON or NDJSON, also gzipped, up to 64 MB',
    'Excel (.xlsx), CSV, GeoJSON eller NDJSON, även gzip, upp till 64 MB',
  ],
  another: ['Another file', 'En annan fil'],
  unreadable: {
    empty: [
      'The file holds no records. Choose one with a row of headings and at least one row below it.',
      'Filen innehåller inga poster. Välj en med en rad rubriker och minst en rad till.',
    ],
    large: [
      'The file is larger than 64 MB. The command line imports files of any size.',
      'Filen är större än 64 MB. Kommandoraden importerar filer av alla storlekar.',
    ],
    many: [
      'The file has more than 200,000 records. The command line imports any number.',
      'Filen har fler än 200 000 poster. Kommandoraden importerar hur många som helst.',
    ],
    columns: [
      'The table has more than 500 columns. Remove those that are not to be imported.',
      'Tabellen har fler än 500 kolumner. Ta bort dem som inte ska importeras.',
    ],
    csv: [
      'The table cannot be read as CSV. Save it again, as CSV or as an Excel workbook.',
      'Tabellen går inte att läsa som CSV. Spara den igen, som CSV eller som Excel-arbetsbok.',
    ],
    geojson: [
      'The file is no GeoJSON: a FeatureCollection of points is wanted.',
      'Filen är inte GeoJSON: den ska vara en FeatureCollection med punkter.',
    ],
    gzip: [
      'The file cannot be unpacked. Choose it as it was before it was packed.',
      'Filen går inte att packa upp. Välj den som den var innan den packades.',
    ],
    workbook: [
      'The file is no Excel workbook (.xlsx) that can be read. Save it again, as .xlsx or as CSV.',
      'Filen är ingen Excel-arbetsbok (.xlsx) som går att läsa. Spara den igen, som .xlsx eller som CSV.',
    ],
  } satisfies Record<UnreadableFile['code'], TextPair>,
  records: [plural('1 record', '# records'), plural('1 post', '# poster')],
  columnsTitle: ['What the columns mean', 'Vad kolumnerna betyder'],
  columnsHint: [
    'The guesses come from the headings. A column that means nothing is left out.',
    'Gissningarna kommer från rubrikerna. En kolumn som inte betyder något lämnas utanför.',
  ],
  meaningOf: ['Column {{column}} is imported as', 'Kolumnen {{column}} importeras som'],
  leftOut: ['Left out', 'Lämnas utanför'],
  missing: [
    'No column gives: {{fields}}. Records without it are refused.',
    'Ingen kolumn för: {{fields}}. Poster utan detta avvisas.',
  ],
  noKey: [
    'No column gives a key: each import makes new places, even of the same file. A key lets a later import update them.',
    'Ingen kolumn ger en nyckel: varje import skapar nya platser, även från samma fil. Med en nyckel kan en senare import uppdatera dem.',
  ],
  showImported: [
    plural('Show the imported place', 'Show the # imported places'),
    plural('Visa den importerade platsen', 'Visa de # importerade platserna'),
  ],
  showLast: [
    'Show what was changed last: the imported places come first',
    'Visa det som ändrades senast: de importerade platserna kommer först',
  ],
  typesTitle: ['What the types mean', 'Vad typerna betyder'],
  typesHint: [
    'These are no names of types here. Records whose type stays unknown are refused.',
    'De här är inga namn på typer här. Poster vars typ förblir okänd avvisas.',
  ],
  typeOf: ['{{name}} is imported as the type', '{{name}} importeras som typen'],
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
  progress: ['{{done}} of {{total}}', '{{done}} av {{total}}'],
  importButton: [plural('Import 1 record', 'Import # records'), plural('Importera 1 post', 'Importera # poster')],
  nothingToDo: [
    'There is nothing to import. Mend what is refused, or choose another file.',
    'Det finns inget att importera. Rätta det som avvisas eller välj en annan fil.',
  ],
  atLine: ['Look at line {{line}}.', 'Titta på rad {{line}}.'],
  statuses: {
    created: ['Created', 'Skapade'],
    changed: ['Changed', 'Ändrade'],
    unchanged: ['Unchanged', 'Oförändrade'],
    refused: ['Refused', 'Avvisade'],
  } satisfies Record<ImportStatus, TextPair>,
  line: ['Line', 'Rad'],
  place: ['Place', 'Plats'],
  field: ['Field', 'Fält'],
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
    opening_hours: ['Opening hours as a text', 'Öppettider som text'],
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
