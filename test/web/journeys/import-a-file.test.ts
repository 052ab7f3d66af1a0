import assert from 'node:assert/strict'
import { importWords } from '../../../web/import/import-words.ts'
import { accepted, type PageAnswer } from '../../support/client.ts'
import { assertAccessible, assertFocused, webSuite } from '../../support/web.ts'
import { signInByForm } from '../form-parts.ts'
import { answerQuestions, chooseFile, importRows, waitForRows } from '../import-parts.ts'
import { testsOf, variants } from '../variants.ts'

const web = webSuite({
  prepare: async ({ admin }) => {
    await admin.put('/v4/directory/owners/1', { name: 'Uppsala pastorat', type: 'Pastorat' })
  },
})

for (const variant of variants) {
  const { onPhone } = testsOf(web, variant)
  const { language, size } = variant
  const words = importWords[language]

  onPhone('a table of an older spreadsheet is shown as places, then imported', async (web, context) => {
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
    await chooseFile(page, 'platser.csv', Buffer.from(table, 'latin1'))
    await waitForRows(page, language)
    // The letters of the file are a guess that everybody should look at.
    await page.getByText('Windows-1252').first().waitFor()
    await assertFocused(page.getByText('platser.csv'))
    await answerQuestions(page, language)
    await page.getByRole('button', { name: new RegExp(`^${words.published.chip} `) }).click()
    await page.getByRole('dialog').getByText(words.published.now).click()
    await page.keyboard.press('Escape')
    const outside = await page.getByRole('row', { name: /Utanför/ }).innerText()
    assert.match(outside, /^4\b/)
    assert.match(outside, /95/)
    await assertAccessible(page, 'the rows of a file')
    assert.equal((await found()).TotalHits, 0, 'a plan has written')

    await importRows(page, language)
    await assertFocused(page.getByRole('heading', { name: words.done }))
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
