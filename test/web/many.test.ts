import assert from 'node:assert/strict'
import { kitWords } from '../../web/kit/kit-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../support/client.ts'
import { assertAccessible, assertBecomes, type Page, webSuite } from '../support/web.ts'

const owner = { id: 'o1', type: 'Pastorat' }

const web = webSuite({
  prepare: async ({ admin }) => {
    await admin.put('/v4/directory/owners/o1', { name: 'Uppsala', type: 'Pastorat' })
    for (let number = 1; number <= 60; number++) {
      const name = `Plats ${String(number).padStart(2, '0')}`
      await admin.put('/v4/place', validPlace({ name, owner, published: '2020-01-01' }))
    }
  },
})

const pick = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

web('a field is set for all matches, after a preview; what is so already is left alone', async (web, context) => {
  const page = await web.open(context, '/', { size: 'phone' })
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select Plats 01' }).check()
  await page.getByText('1 selected').waitFor()
  await assertAccessible(page, 'selecting places')
  await page.getByRole('button', { name: 'All 60 matches' }).click()
  await page.getByRole('link', { name: 'Change …' }).click()
  await page.getByText('60 places', { exact: true }).waitFor()
  await pick(page, 'What is to be done', 'Set a field')
  await pick(page, 'Field', 'Wifi')
  await page.getByText('Yes', { exact: true }).click()
  await assertAccessible(page, 'what is done with many')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: '60 places are changed' }).waitFor()
  await assertAccessible(page, 'the preview of many')
  await page.getByRole('button', { name: 'Change 60 places' }).click()
  await page.getByText('60 changed, 0 were so already, 0 refused').waitFor()
  const selection = () => page.evaluate(() => sessionStorage.getItem('gazetteer.selection'))
  await assertBecomes(selection, '{"isOn":false,"ids":[]}')
  await page.getByRole('link', { name: 'Show what was changed last' }).waitFor()
  await assertAccessible(page, 'many are changed')
  const { body } = await web.admin.get('/v4/place?placedetails_haswifi=true&limit=0')
  assert.equal(body.TotalHits, 60)
})

web('someone else’s change since the preview is refused, and the reason told', async (web, context) => {
  const page = await web.open(context, '/', { language: 'sv' })
  await page.getByRole('button', { name: 'Välj', exact: true }).click()
  for (const name of ['Plats 01', 'Plats 02']) await page.getByRole('checkbox', { name: `Välj ${name}` }).check()
  await page.getByRole('link', { name: 'Ändra …' }).click()
  await pick(page, 'Vad ska göras', 'Tillbaka till utkast')
  await page.getByRole('button', { name: 'Förhandsgranska' }).click()
  await page.getByRole('heading', { name: '2 platser ändras' }).waitFor()
  const found = await web.admin.get<{ Results: readonly PlaceAnswer[] }>('/v4/place?name=Plats 02')
  const change = { longDescription: 'Ny', updatedBy: 'Bo' }
  accepted(await web.admin.patch(`/v4/place/${found.body.Results[0]?.id}`, change), 204)
  await page.getByRole('button', { name: 'Ändra 2 platser' }).click()
  await page.getByText('1 ändrade, 0 hade redan värdet, 1 avvisade').waitFor()
  await page.getByRole('row', { name: /Plats 02.*Någon annan har ändrat den/ }).waitFor()
  await assertAccessible(page, 'refusals')
  const after = await web.admin.get<{ Results: readonly PlaceAnswer[] }>('/v4/place?name=Plats 02')
  assert.equal(after.body.Results[0]?.longDescription, 'Ny')
  await page.getByRole('button', { name: 'Stäng' }).click()
  await page.getByText('Ingen plats är vald').waitFor()
})

web('a service that goes away stops the change, and says so; the rest is done after a reload', async (web, context) => {
  const page = await web.open(context, '/', { language: 'sv', expects: /Failed to load|ERR_/ })
  await page.getByRole('button', { name: 'Välj', exact: true }).click()
  await page.getByRole('button', { name: 'Den här sidan' }).click()
  await page.getByRole('link', { name: 'Ändra …' }).click()
  await pick(page, 'Vad ska göras', 'Avpublicera nu')
  await page.getByRole('button', { name: 'Förhandsgranska' }).click()
  await page.getByRole('heading', { name: '40 platser ändras' }).waitFor()
  let writes = 0
  await page.route('**/v4/place/*', (route) => {
    if (route.request().method() === 'PATCH') writes += 1
    return writes > 10 ? route.abort() : route.continue()
  })
  await page.getByRole('button', { name: 'Ändra 40 platser' }).click()
  await page.getByRole('heading', { name: 'Stoppad' }).waitFor()
  await page.getByRole('alert').getByText(kitWords.sv.offlineTitle).waitFor()
  await assertAccessible(page, 'a change of many that has stopped')
  await page.unroute('**/v4/place/*')
  await page.reload()
  await page.getByRole('alert').getByText(kitWords.sv.offlineTitle).waitFor()
  await page.getByRole('button', { name: 'Fortsätt' }).click()
  await page.getByRole('heading', { name: 'Klart' }).waitFor()
  const { body } = await web.admin.get('/v4/place?limit=0')
  assert.equal(body.TotalHits, 19)
})
