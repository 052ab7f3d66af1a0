import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { exploreWords } from '../../web/explore/explore-words.ts'
import { box, collection, feature } from '../support/boundaries.ts'
import { pointAt, validPlace } from '../support/client.ts'
import { assertAccessible, webSuite } from '../support/web.ts'
import { nameOwner, testsOf, variants } from './variants.ts'

const folder = mkdtempSync(join(tmpdir(), 'gazetteer-municipalities-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const file = join(folder, 'boundaries.json')
const boundaries = collection(
  feature({ municipality: 'Uppsala' }, box(17, 59, 18, 60)),
  feature({ municipality: 'Stockholm, med skärgård' }, box(18, 59, 19, 60)),
)
writeFileSync(file, JSON.stringify(boundaries))

const web = webSuite({
  env: { BOUNDARIES: file },
  prepare: async ({ admin }) => {
    await nameOwner(admin)
    const at = (name: string, longitude: number) =>
      admin.put('/v4/place', validPlace({ name, geolocation: pointAt(longitude, 59.5) }))
    for (const [name, longitude] of [
      ['Vaksala kyrka', 17.6],
      ['Vallby kyrka', 17.3],
      ['Storkyrkan', 18.1],
      ['Åbo domkyrka', 22.3],
    ] as const)
      await at(name, longitude)
  },
})

for (const variant of variants) {
  const { onPhone } = testsOf(web, variant)
  const words = exploreWords[variant.language]

  onPhone('places are found by their municipality', async ({ open }, context) => {
    const page = await open(context, '/', variant)
    const total = (count: number) => page.getByRole('status').getByText(words.hits(count), { exact: true }).waitFor()
    await total(4)
    await page.getByRole('button', { name: words.municipality, exact: true }).click()
    await page.getByRole('checkbox', { name: /^Uppsala ?2$/ }).waitFor()
    await page.getByRole('textbox', { name: words.findIn(words.municipality) }).fill('skär')
    await page.getByRole('checkbox', { name: /^Uppsala/ }).waitFor({ state: 'detached' })
    await assertAccessible(page, 'municipalities')
    // A name with a sign of the filter language means itself.
    await page.getByRole('checkbox', { name: /^Stockholm, med skärgård ?1$/ }).check()
    await total(1)
    await page.getByRole('link', { name: /Storkyrkan/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: words.removeFilter('Stockholm, med skärgård') }).click()
    await total(4)
  })
}

web('a municipality is completed while it is typed, and taken as a filter', async ({ open }, context) => {
  const page = await open(context, '/')
  await page.getByRole('combobox', { name: 'Search places' }).fill('upps')
  await page.getByRole('option', { name: /^Uppsala.*Municipality/ }).click()
  await page.waitForURL(/geolocationinfo_municipality=Uppsala/)
  await page.getByRole('status').getByText('2 places', { exact: true }).waitFor()
  assert.equal(await page.getByRole('combobox', { name: 'Search places' }).inputValue(), '')
})
