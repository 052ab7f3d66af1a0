import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { accepted, type PageAnswer } from '../../support/client.ts'
import { assertAccessible, assertBecomes, assertFocused, assertHolds, webSuite } from '../../support/web.ts'
import { signInByForm } from '../form-parts.ts'
import { testsOf, variants } from '../variants.ts'

const web = webSuite({
  prepare: async ({ admin }) => {
    await admin.put('/v4/directory/owners/1', { name: 'Uppsala pastorat', type: 'Pastorat' })
  },
})

/** Whether an element stands in the window, whole. */
async function isInWindow(element: Locator): Promise<boolean> {
  const box = await element.boundingBox()
  const height = element.page().viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

for (const variant of variants) {
  const { onPhone } = testsOf(web, variant)
  const { language, size } = variant
  const words = {
    sv: {
      owner: 'Ägare',
      publish: 'Publicera nu',
      check: 'Kontrollera filen',
      refused: /Avvisade 1/,
      checked: 'Resultat av kontrollen',
      heading: 'Kolumnen Namn importeras som',
      name: 'Namn',
      go: 'Importera 2 poster',
      done: 'Resultat av importen',
    },
    en: {
      owner: 'Owner',
      publish: 'Publish now',
      check: 'Check the file',
      refused: /Refused 1/,
      checked: 'Result of the check',
      heading: 'Column Namn is imported as',
      name: 'Name',
      go: 'Import 2 records',
      done: 'Result of the import',
    },
  }[language]

  onPhone('a table of an older spreadsheet is checked by a dry run, then imported', async (web, context) => {
    const table = [
      'Id;Namn;Typ;Lat;Long;Ort;Toalett;Kommentar',
      `k1 ${size};Lötens ${size};Kyrka eller kapell;59,86;17,64;Uppsala;ja;x`,
      `k2 ${size};Årsta ${size};churchAndChapel;59,87;17,65;Uppsala;nej;`,
      `k3 ${size};Utanför ${size};Extern;95;17,7;;;`,
    ].join('\r\n')
    const found = async () =>
      accepted(await web.admin.get<PageAnswer>(`/v4/place?include=non-published&is=*&q=${size}&orderby=name`))
    const page = await web.open(context, '/manage/import', { ...variant, key: null })
    await signInByForm(page, { key: web.service.adminKey, language })
    const buffer = Buffer.from(table, 'latin1')
    await page.setInputFiles('input[type=file]', { name: 'platser.csv', mimeType: 'text/plain', buffer })
    await assertHolds(page.getByRole('combobox', { name: words.heading }), words.name)
    await page.getByRole('combobox', { name: words.owner, exact: true }).fill('Upp')
    await page.getByRole('option', { name: 'Uppsala pastorat' }).click()
    await page.getByLabel(words.publish).check({ force: true })
    await page.getByRole('button', { name: words.check }).click()
    await page.getByText(words.refused).waitFor()
    const results = page.getByRole('region', { name: words.checked })
    await assertFocused(results)
    await assertBecomes(() => isInWindow(results.getByRole('heading')), true)
    const row = await page.getByRole('row', { name: /Utanför/ }).innerText()
    assert.match(row, /^4\b/)
    assert.match(row, /95/)
    await assertAccessible(page, 'a dry run')
    assert.equal((await found()).TotalHits, 0, 'a dry run has written')

    await page.getByRole('button', { name: words.go }).click()
    await page.getByRole('heading', { name: words.done }).waitFor()
    const { TotalHits, Results } = await found()
    const [first, second] = Results
    assert.equal(TotalHits, 2)
    assert.ok(first && second)
    assert.equal(first.name, `Lötens ${size}`)
    assert.deepEqual(first.placeDetails, { hasToilet: true })
    assert.deepEqual(first.geolocation.geometry.coordinates, [17.64, 59.86])
    assert.deepEqual(Object.keys(second.placeTypes), ['churchAndChapel'])
    assert.equal(first.owner.type, 'Pastorat')
    assert.notEqual(first.published, undefined)
  })
}
