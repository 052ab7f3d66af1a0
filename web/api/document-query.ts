import { useQuery } from '@tanstack/react-query'
import { serviceAddress } from '../addresses.ts'
import { failureOf } from './answered.ts'

/** The parts of a JSON Schema that the page reads. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly enum?: readonly (string | number)[]
  readonly maxLength?: number
  readonly minimum?: number
}

interface OpenApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/**
 * Returns the schema of a write body as this service checks it, including the operator's own place types. Undefined
 * until it is loaded, and if not enabled.
 */
export function useBodySchema({ enabled = true } = {}): Schema | undefined {
  const { data } = useQuery({
    queryKey: ['openapi'],
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<OpenApiDocument> => {
      const response = await fetch(serviceAddress('/openapi.json'), { signal })
      if (!response.ok) throw failureOf(response, undefined)
      return response.json()
    },
  })
  return data?.components.schemas.PlaceBody
}
