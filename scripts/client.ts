// Writes client/openapi.ts, the types of the interface as the routes of this program describe it; the set-up runs it.
import { writeFileSync } from 'node:fs'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { allRoutes } from '../src/http/all-routes.ts'
import { openApiDocument } from '../src/http/openapi/openapi-document.ts'
import type { RouteParts } from '../src/http/route-parts.ts'
import { createModel } from '../src/place/model.ts'

const typesFile = new URL('../client/openapi.ts', import.meta.url)

// Only the descriptions of the routes are read, so what they act on is left out.
const parts = { model: createModel(), config: { version: '0', corsOrigins: [], mcp: true } } as unknown as RouteParts
const document = openApiDocument(allRoutes(parts), { ...parts, address: 'http://localhost:8080' })
// Callers with `fields` know which members are left out; for all others an answer is a whole place.
document.components.schemas.ShownPlace = { $ref: '#/components/schemas/Place' }
// Alternatives without a type only constrain the schema beside them, but the generator would make `unknown` of both.
const typed = (_: string, value: unknown) => {
  const { anyOf, ...rest } = Object(value) as { anyOf?: unknown }
  const isConstraint = Array.isArray(anyOf) && anyOf.every((one: object) => !('type' in one) && !('$ref' in one))
  return isConstraint && 'type' in rest ? rest : value
}
const types = await openapiTypescript(JSON.parse(JSON.stringify(document), typed) as OpenAPI3)
writeFileSync(
  typesFile,
  `/* Generated from the OpenAPI document by the set-up: not to be edited. */\n${astToString(types)}`,
)
