import type { ImportStatus } from '../../src/exchange/importing/import-result.ts'
import { plural, type TextPair, wordsOf } from '../../src/words/words.ts'
import type { UnreadableFile } from './read-file.ts'

export const importWords = wordsOf({
  title: ['Import places', 'Importera platser'],
  lead: [
    'Import from Excel, CSV, GeoJSON or NDJSON. Nothing is saved until you have checked the file and seen the result.',
    'Importera från Excel, CSV, GeoJSON eller NDJSON. Inget sparas förrän du har kontrollerat filen och sett resultatet.',
  ],
  drop: ['Drop a file here', 'Släpp en fil här'],
  choose: ['Choose a file', 'Välj en fil'],
  kinds: [
    'Excel (.xlsx), CSV, GeoJSON or NDJSON, also gzipped, up to 64 MB',
    'Excel (.xlsx), CSV, GeoJSON eller NDJSON, även gzip, upp till 64 MB',
  ],
  another: ['Choose another file', 'Välj en annan fil'],
  unreadable: {
    empty: [
      'The file has no records. Choose a file with a row of headings and at least one row below it.',
      'Filen innehåller inga poster. Välj en fil med en rubrikrad och minst en rad under den.',
    ],
    large: [
      'The file is larger than 64 MB. Split it, or import it from the command line, which takes files of any size.',
      'Filen är större än 64 MB. Dela upp den, eller importera den från kommandoraden, som klarar alla storlekar.',
    ],
    many: [
      'The file has more than 200,000 records. Split it, or import it from the command line, which takes any number.',
      'Filen har fler än 200 000 poster. Dela upp den, eller importera den från kommandoraden, som klarar hur många som helst.',
    ],
    columns: [
      'The table has more than 500 columns. Remove the ones you do not want to import.',
      'Tabellen har fler än 500 kolumner. Ta bort dem som inte ska importeras.',
    ],
    csv: [
      'The table cannot be read as CSV. Save it again, as CSV or as an Excel workbook.',
      'Tabellen går inte att läsa som CSV. Spara den igen, som CSV eller som Excel-arbetsbok.',
    ],
    geojson: [
      'The file is not GeoJSON that can be read. Choose a FeatureCollection of points.',
      'Filen är inte GeoJSON som går att läsa. Välj en FeatureCollection med punkter.',
    ],
    gzip: [
      'The file cannot be unpacked. Unpack it yourself, then choose the unpacked file.',
      'Filen går inte att packa upp. Packa upp den själv och välj den uppackade filen.',
    ],
    workbook: [
      'The file cannot be read as an Excel workbook (.xlsx). Save it again, as .xlsx or as CSV.',
      'Filen går inte att läsa som en Excel-arbetsbok (.xlsx). Spara den igen, som .xlsx eller som CSV.',
    ],
  } satisfies Record<UnreadableFile['code'], TextPair>,
  records: [plural('1 record', '# records'), plural('1 post', '# poster')],
  columnsTitle: ['What the columns mean', 'Vad kolumnerna betyder'],
  columnsHint: [
    'These are guesses. Check them, and choose a meaning for each column that you want to import.',
    'Det här är gissningar. Kontrollera dem och välj en betydelse för varje kolumn som du vill importera.',
  ],
  meaningOf: ['Column {{column}} is imported as', 'Kolumnen {{column}} importeras som'],
  leftOut: ['Not imported', 'Importeras inte'],
  missing: [
    'No column has: {{fields}}. Choose one: records without it are refused.',
    'Ingen kolumn har: {{fields}}. Välj en: poster som saknar det avvisas.',
  ],
  noKey: [
    'No column is the key, so each import creates new places, even from the same file. Choose a key to be able to update them later.',
    'Ingen kolumn är nyckel, så varje import skapar nya platser, även från samma fil. Välj en nyckel för att kunna uppdatera dem senare.',
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
    'These types are unknown. Choose what each one means. Records with an unknown type are refused.',
    'De här typerna är okända. Välj vad var och en betyder. Poster med okänd typ avvisas.',
  ],
  typeOf: ['{{name}} is imported as the type', '{{name}} importeras som typen'],
  defaultsTitle: ['Values for records that have none', 'Värden för poster som saknar dem'],
  owner: ['Owner', 'Ägare'],
  type: ['Type', 'Typ'],
  publish: ['Publish now', 'Publicera nu'],
  publishHint: ['Otherwise they become drafts.', 'Annars blir de utkast.'],
  check: ['Check the file', 'Kontrollera filen'],
  checkAgain: ['Check again', 'Kontrollera igen'],
  checking: ['Checking', 'Kontrollerar'],
  checked: ['Result of the check', 'Resultat av kontrollen'],
  importing: ['Importing', 'Importerar'],
  imported: ['Result of the import', 'Resultat av importen'],
  stopped: ['The import was stopped', 'Importen stoppades'],
  stop: ['Stop', 'Stoppa'],
  goOn: ['Continue', 'Fortsätt'],
  progress: ['{{done}} of {{total}}', '{{done}} av {{total}}'],
  importButton: [plural('Import 1 record', 'Import # records'), plural('Importera 1 post', 'Importera # poster')],
  nothingToDo: [
    'There is nothing to import. Correct what was refused, or choose another file.',
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
  outcome: ['Result', 'Resultat'],
  reason: ['Reason', 'Skäl'],
  show: ['Show', 'Visa'],
  pages: ['Pages of results', 'Sidor med resultat'],
  report: ['Download what was refused', 'Ladda ner det avvisade'],
  noName: ['no name', 'inget namn'],
  targets: {
    key: ['Key at the source', 'Nyckel hos källan'],
    parentKey: ['Key of the parent place', 'Överordnade platsens nyckel'],
    type: ['Type of place', 'Typ av plats'],
    opening_hours: ['Opening hours as text', 'Öppettider som text'],
    latitude: ['Latitude', 'Latitud'],
    longitude: ['Longitude', 'Longitud'],
    position: ['Position (latitude, longitude)', 'Läge (latitud, longitud)'],
    'owner.id': ['ID of the owner', 'Ägarens id'],
    ownerName: ['Owner, by its name in the directory', 'Ägare, efter namnet i katalogen'],
    kind: ['Type of entry', 'Typ av post'],
    id: ['ID', 'Id'],
  },
  required: {
    name: ['name', 'namn'],
    position: ['position', 'läge'],
    owner: ['owner', 'ägare'],
    ownerId: ['ID of the owner', 'ägarens id'],
    ownerType: ['type of the owner', 'ägarens typ'],
  },
})
