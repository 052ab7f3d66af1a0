// Writes client/openapi.ts, the types of the interface as the routes of this program describe it: npm run client
import { writeFileSync } from 'node:fs'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { allRoutes } from '../src/http/all-routes.ts'
import { openApiDocument } from '../src/http/openapi/document.ts'
import type { HttpParts } from '../src/http/parts.ts'
import { createModel } from '../src/place/model.ts'

const typesFile = new URL('../client/openapi.ts', import.meta.url)

/** The text of client/openapi.ts that fits the routes. Only their descriptions are read, so what they act on is left out. */
export async function clientTypes(): Promise<string> {
  const parts = { model: createModel(), config: { version: '0', corsOrigins: [] } } as unknown as HttpParts
  const routes = allRoutes(parts, { stopping: new AbortController().signal, idleMillis: 1000 })
  const document = JSON.stringify(openApiDocument(routes, { ...parts, address: 'http://localhost:8080' }))
  const types = await openapiTypescript(JSON.parse(document) as OpenAPI3)
  return `/* Written by \`npm run client\` from the OpenAPI document: not to be edited. */\n${astToString(types)}`
}

if (import.meta.main) writeFileSync(typesFile, await clientTypes())
