import { ActionIcon, Loader, Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useState } from 'react'
import { addresses, serviceAddress } from '../addresses.ts'
import { answered } from '../api/answered.ts'
import { useNow } from '../kit/hooks.ts'
import { Icon } from '../kit/icon.tsx'
import { notify, notifyFault, useFailureText } from '../kit/message.tsx'
import { saveFile } from '../kit/save-file.ts'
import type { PlaceQuery } from '../place/place-queries.ts'
import { formatSearch, matchQuery, pageQuery, type SearchValue } from '../search/search-value.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'

/** The formats that are offered, by the endings of their files. */
const formats = { csv: 'csv', geojson: 'geojson', jsonld: 'jsonld', ndjson: 'ndjson' } as const
type Format = keyof typeof formats

/** Places that an answer has where a caller may not have all of them. */
const placesMax = 500

/** What a search finds as a file, and its address for others, who see by it what they may see. */
export function DownloadMenu({ value }: { readonly value: SearchValue }) {
  const words = useWords(exploreWords)
  const failureText = useFailureText()
  const { api, may } = useSession()
  const now = useNow()
  const { copy } = useClipboard()
  const [isLoading, setLoading] = useState(false)
  const seesAll = may('read')
  const query = (format: Format): PlaceQuery => {
    // What is said instead where nothing fits is no file.
    const { limit: _, offset: __, similar: ___, ...shown } = pageQuery(value, 0)
    const bom = format === 'csv' ? { bom: true } : {}
    return { ...matchQuery(value, now), ...shown, ...bom, format: [format], limit: seesAll ? 'all' : placesMax }
  }
  const download = async (format: Format) => {
    setLoading(true)
    try {
      const file = await answered<unknown>(api.GET('/place', { params: { query: query(format) }, parseAs: 'blob' }))
      saveFile(`${words.file}.${formats[format]}`, file as Blob)
    } catch (error) {
      notifyFault(failureText(error))
    } finally {
      setLoading(false)
    }
  }
  const copyLink = (path: string, search: string) => {
    copy(`${location.origin}${serviceAddress(path)}${search && `?${search}`}`)
    notify(words.linkCopied)
  }
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size={24}
          aria-label={words.download}
          title={words.download}
        >
          {isLoading ? <Loader size={14} /> : <Icon name="download" size={16} />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{seesAll ? words.downloadAll : words.downloadFirst(placesMax)}</Menu.Label>
        {(Object.keys(formats) as Format[]).map((format) => (
          <Menu.Item key={format} disabled={isLoading} onClick={() => void download(format)}>
            {words.formats[format]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => copyLink(addresses.explorer, formatSearch(value))}>{words.copyLink}</Menu.Item>
        <Menu.Item onClick={() => copyLink('/v4/place', addressOf(query('geojson')))}>{words.copyGeoJson}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** A query as an address has it; it names no key, so whoever follows it needs one. */
function addressOf(query: PlaceQuery): string {
  const pairs = Object.entries(query).map(([name, given]) => [name, [given].flat().join(',')])
  return new URLSearchParams(pairs).toString().replaceAll('%2C', ',')
}
