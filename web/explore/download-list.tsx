import { useClipboard } from '@mantine/hooks'
import { addresses, serviceAddress } from '../addresses.ts'
import { answered } from '../api/answered.ts'
import { Button } from '../kit/button.tsx'
import { useNow } from '../kit/hooks.ts'
import { notify, notifyFault, useFailureText } from '../kit/message.tsx'
import { saveFile } from '../kit/save-file.ts'
import type { PlaceQuery } from '../place/place-queries.ts'
import { formatSearch, matchQuery, pageQuery, type SearchValue } from '../search/search-value.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import styles from './list-tools.module.css'

/** The formats that are offered, by the endings of their files. */
const formats = { csv: 'csv', geojson: 'geojson', jsonld: 'jsonld', ndjson: 'ndjson' } as const
export type Format = keyof typeof formats

/** Places that an answer has where a caller may not have all of them. */
const placesMax = 500

/** There the cells of a table have semicolons between them. */
const hasDecimalComma = (0.5).toLocaleString(navigator.language).includes(',')

interface DownloadListProps {
  readonly value: SearchValue
  /** What is being downloaded, which goes on when the list is closed. */
  readonly loading: Format | undefined
  readonly onLoading: (format: Format | undefined) => void
  /** Called when it is done. */
  readonly onDone: () => void
}

/** What a search finds as a file, and its address for others, who see by it what they may see. */
export default function DownloadList({ value, loading, onLoading, onDone }: DownloadListProps) {
  const words = useWords(exploreWords)
  const failureText = useFailureText()
  const { api, may } = useSession()
  const now = useNow()
  const { copy } = useClipboard()
  const seesAll = may('read')
  const query = (format: Format): PlaceQuery => {
    // What is said instead where nothing fits is no file.
    const { limit: _, offset: __, similar: ___, ...shown } = pageQuery(value, 0)
    const forExcel = format === 'csv' ? { bom: true, semicolon: hasDecimalComma } : {}
    return { ...matchQuery(value, now), ...shown, ...forExcel, format, limit: seesAll ? 'all' : placesMax }
  }
  const download = async (format: Format) => {
    if (loading !== undefined) return
    onLoading(format)
    try {
      const file = await answered<unknown>(api.GET('/place', { params: { query: query(format) }, parseAs: 'blob' }))
      saveFile(`${words.file}.${formats[format]}`, file as Blob)
    } catch (error) {
      notifyFault(failureText(error))
    }
    onLoading(undefined)
    onDone()
  }
  const copyLink = (path: string, search: string) => {
    copy(`${location.origin}${serviceAddress(path)}${search && `?${search}`}`)
    notify(words.linkCopied)
    onDone()
  }
  const item = { variant: 'subtle', color: 'gray' } as const
  return (
    <div className={styles.downloads}>
      <p>{seesAll ? words.downloadAll : words.downloadFirst(placesMax)}</p>
      {(Object.keys(formats) as Format[]).map((format) => (
        <Button
          key={format}
          {...item}
          data-loading={loading === format || undefined}
          // A button that is disabled would lose the focus.
          aria-disabled={loading !== undefined}
          onClick={() => void download(format)}
        >
          {words.formats[format]}
        </Button>
      ))}
      <hr />
      <Button {...item} onClick={() => copyLink(addresses.explorer, formatSearch(value))}>
        {words.copyLink}
      </Button>
      <Button {...item} onClick={() => copyLink('/v4/place', addressOf(query('geojson')))}>
        {words.copyGeoJson}
      </Button>
    </div>
  )
}

/** A query as an address has it; it names no key, so whoever follows it needs one. */
function addressOf(query: PlaceQuery): string {
  const pairs = Object.entries(query).map(([name, given]) => [name, [given].flat().join(',')])
  return new URLSearchParams(pairs).toString().replaceAll('%2C', ',')
}
