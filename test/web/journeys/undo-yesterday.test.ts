import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { frameWords } from '../../../src/pages/frame-words.ts'
import { historyWords } from '../../../web/history/history-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../../support/client.ts'
import { assertFits } from '../../support/layout.ts'
import { assertAccessible, assertCount, webSuite } from '../../support/web.ts'
import { countClicks } from '../clicks.ts'
import { nameOwner, testsOf, variants } from '../variants.ts'

const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })

for (const variant of variants) {
  const { inBoth } = testsOf(web, variant)
  const frame = frameWords[variant.language]
  const words = historyWords[variant.language]

  inBoth('a bulk change is undone a day later in 3 clicks, but where somebody was since', async (web, context) => {
    const label = `Stängt 24 december ${variant.size}`
    const headers = { 'gazetteer-act': randomUUID(), 'gazetteer-act-label': encodeURIComponent(label) }
    const places: PlaceAnswer[] = []
    for (let number = 1; number <= 4; number++) {
      const body = validPlace({ name: `Kyrka ${number} ${variant.size}`, visitingInfo: { city: 'Skara' } })
      places.push(accepted(await web.admin.put('/v4/place', body), 201))
    }
    const day = '2026-12-24'
    const change = { openHours: [{ validFrom: day, validTo: day }], updatedBy: 'Bo Ek' }
    for (const { id } of places) accepted(await web.admin.patch(`/v4/place/${id}`, change, headers), 204)
    const later = { openHours: [{ days: { mo: [] } }], updatedBy: 'Ann Ek' }
    accepted(await web.admin.patch(`/v4/place/${places[0]!.id}`, later), 204)
    const page = await web.open(context, '/', variant)
    const clicks = await countClicks(page)
    await page.getByRole('button', { name: /^(Signed in as|Inloggad som)/ }).click()
    await page.getByRole('menuitem', { name: frame.activity }).click()
    const act = page.getByRole('listitem').filter({ hasText: label })
    await act.getByText(words.places(4)).waitFor()
    await act.getByText('Bo Ek').waitFor()
    await act.getByRole('button', { name: words.undoAct }).click()
    const dialog = page.getByRole('dialog', { name: words.keptTitle(3) })
    await dialog.getByRole('row', { name: new RegExp(`${places[0]!.name}.*${words.keptFields('')}`) }).waitFor()
    assert.equal(clicks(), 3)
    const stored = await Promise.all(places.map(({ id }) => web.admin.get<PlaceAnswer>(`/v4/place/${id}`)))
    assert.deepEqual(
      stored.map(({ body }) => body.openHours),
      [later.openHours, undefined, undefined, undefined],
    )
    await page.keyboard.press('Escape')
    await act.getByText(words.isUndone).first().waitFor()
    await page.getByText(words.undid(label)).waitFor()
    await act
      .getByRole('button', { name: words.places(4) })
      .first()
      .click()
    await assertCount(act.getByRole('link'), 4)
    await assertFits(page, 'an act with its places')
    await assertAccessible(page, 'an act with its places')
  })
}
