/** The body of a create request; the service accepts it unchanged. */
export const exampleBody = {
  name: 'Sankt Olofs kyrka',
  updatedBy: 'anna',
  owner: { id: 'unit-17', name: 'Uppsala pastorat', type: 'Pastorat' },
  geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [17.6333, 59.8581] } },
  placeTypes: { churchAndChapel: {} },
  published: '2026-01-01',
  openHours: [{ days: { su: [{ from: '10:00', to: '16:00' }] } }],
} as const

/** The place that results from this body, as a caller without `read-restricted` sees it. */
export const examplePlace = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  parent: {},
  name: exampleBody.name,
  slug: 'uppsala-pastorat-sankt-olofs-kyrka',
  shortDescription: exampleBody.name,
  created: '2026-01-02T09:30:00.12300Z',
  updated: '2026-01-02T09:30:00.12300Z',
  published: '2026-01-01T00:00:00.00000Z',
  geolocation: exampleBody.geolocation,
  geolocationInfo: { country: 'SE' },
  owner: exampleBody.owner,
  openHours: exampleBody.openHours,
  placeTypes: exampleBody.placeTypes,
} as const

/** A search as it was understood. */
export const exampleSearch = {
  query: 'is=ChurchAndChapel&openAt=now&nearby=17.64,59.86',
  label: 'Church or chapel · open now · near Uppsala',
  parts: [
    { text: 'church', member: 'is', value: 'ChurchAndChapel', label: 'Church or chapel' },
    { text: 'open', member: 'openAt', value: 'now', label: 'Open now' },
    { text: 'uppsala', member: 'nearby', value: '17.64,59.86', name: 'Uppsala', label: 'Near Uppsala' },
  ],
} as const

/** A merge patch that removes one property and changes others. */
export const examplePatch = {
  updatedBy: 'anna',
  depublished: null,
  placeDetails: { hasWifi: true },
} as const

/** A typical detail of each problem. */
export const exampleDetails = {
  'bad-request': 'the path is not percent-encoded UTF-8; write %25 for a literal %',
  'invalid-parameter': "unknown parameter 'limitt', did you mean 'limit'?",
  'invalid-body': '/name: is required and cannot be null or empty',
  'unreadable-body': 'the body is not JSON: Unexpected end of JSON input',
  unauthorized: 'the key is unknown, has expired or was revoked',
  forbidden: "the key 'the website' lacks the permission 'update'",
  'not-found': "there is no place with the id '01890a5d-ac96-774b-bcce-b302099a8057'",
  'method-not-allowed': 'this address does not know POST, only GET, HEAD, PUT',
  'request-timeout': 'the body did not arrive within 30 s',
  conflict: 'the place is deleted; restore it first with POST /place/<id>/restore',
  'precondition-failed': 'the place has changed since it was read; read it again',
  'body-too-large': 'the body of this request may have 1 MiB (1048576 bytes)',
  'unsupported-media-type': "the Content-Type of the body must be application/json; got 'text/plain'",
  'too-many-requests': 'more than 600 requests in 60 s',
  'head-too-large': 'the head of a request (address and headers) may have 32 KiB (32768 bytes)',
  internal: 'something failed inside the service; the log has it under the request id Zk3-1f',
  unavailable: 'the service is not ready yet: the index is being built',
} as const
