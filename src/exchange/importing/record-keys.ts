import type { Fault } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import type { JsonObject } from '../../place/json.ts'
import { limits } from '../../place/schema.ts'
import { defaultSource, type SourceKey, sourceFault, sourceName } from '../../place/source.ts'
import { canonicalText, lengthFault, textFault } from '../../place/text.ts'

/** The keys of a record and of its parent, or the faults of the members that name them. */
export interface RecordKeys {
  readonly sourceKey: SourceKey | undefined
  readonly parentKey: SourceKey | undefined
  readonly faults: readonly Fault[]
}

/** Reads the keys of a record; `callSource` is the source of one that names none (D49). */
export function readKeys(record: JsonObject, callSource = defaultSource): RecordKeys {
  const faults: Fault[] = []
  const read = (member: string, canonical: typeof canonicalText, faultOf: typeof textFault): string | undefined => {
    const value = record[member] ?? ''
    if (typeof value !== 'string') {
      faults.push({ pointer: `/${member}`, ...reason('not-text', { got: JSON.stringify(value).slice(0, 100) }) })
      return undefined
    }
    const text = canonical(value)
    const found = faultOf(text)
    if (found) faults.push({ pointer: `/${member}`, ...found })
    return text === '' ? undefined : text
  }
  const source = read('source', sourceName, sourceFault) ?? callSource
  const key = read('key', canonicalText, keyFault)
  const parentKey = read('parentKey', canonicalText, keyFault)
  const parentSource = read('parentSource', sourceName, sourceFault) ?? source
  return {
    sourceKey: key === undefined ? undefined : { source, key },
    parentKey: parentKey === undefined ? undefined : { source: parentSource, key: parentKey },
    faults,
  }
}

function keyFault(key: string) {
  return textFault(key) ?? lengthFault(key, limits.name)
}
