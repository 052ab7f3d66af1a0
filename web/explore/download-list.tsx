import { Loader } from '@mantine/core'
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

/** The formats on offer, with their file extensions. */
const formats = { csv: 'csv', geojson: 'geojson', jsonld: 'jsonld', ndjson: 'ndjson' } as const
export type Format = keyof typeof formats

/** Maximum number of places in an answer, for callers who may not export all. */
const placesMax = 500

/** In such locales, semicolons separate the cells of a table. */
const hasDecimalComma = (0.5).toLocaleString(navigator.language).includes(',')

/** Whether the device has a dialog for sharing; otherwise the address is copied. */
const canShare = 'share' in navigator

interface DownloadListProps {
  readonly value: SearchValue
  /** The current download, which continues after the list is closed. */
  readonly loading: Format | undefined
  readonly onLoading: (format: Format | undefined) => void
  /** Called when it is done. */
  readonly onDone: () => void
}

/** Offers the results of a search as a file, and its address to share. The recipient's own permissions apply there. */
export default function DownloadList({ value, loading, onLoading, onDone }: DownloadListProps) {
  const words = useWords(exploreWords)
  const failureText = useFailureText()
  const { api, may } = useSession()
  const now = useNow()
  const { copy } = useClipboard()
  const seesAll = may('read')
  const query = (format: Format): PlaceQuery => {
    // A file contains no similar results if nothing matches.
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
  const addressAt = (path: string, search: string) =>
    `${location.origin}${serviceAddress(path)}${search && `?${search}`}`
  const copyLink = (address: string) => {
    copy(address)
    notify(words.linkCopied)
    onDone()
  }
  const share = (url: string) => {
    if (!canShare) return copyLink(url)
    // Closing the dialog cancels.
    navigator.share({ title: document.title, url }).catch(() => undefined)
    onDone()
  }
  const item = { variant: 'subtle', color: 'gray', justify: 'start' } as const
  return (
    <div className={styles.downloads}>
      <p>{seesAll ? words.downloadAll : words.downloadFirst(placesMax)}</p>
      {(Object.keys(formats) as Format[]).map((format) => (
        <Button
          key={format}
          {...item}
          rightSection={loading === format && <Loader size={14} color="var(--text-soft)" />}
          // A disabled button would lose the focus.
          aria-disabled={loading !== undefined}
          onClick={() => void download(format)}
        >
          {words.formats[format]}
        </Button>
      ))}
      <hr />
      <Button {...item} onClick={() => share(addressAt(addresses.explorer, formatSearch(value)))}>
        {canShare ? words.shareLink : words.copyLink}
      </Button>
      <Button {...item} onClick={() => copyLink(addressAt('/v4/place', addressOf(query('geojson'))))}>
        {words.copyGeoJson}
      </Button>
    </div>
  )
}

/** Formats a query for an address. It contains no key, so the recipient needs one. */
function addressOf(query: PlaceQuery): string {
  const pairs = Object.entries(query).map(([name, given]) => [name, [given].flat().join(',')])
  return new URLSearchParams(pairs).toString().replaceAll('%2C', ',')
}
