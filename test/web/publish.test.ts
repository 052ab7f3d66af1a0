import assert from 'node:assert/strict'
import { pageWords, parentWords } from '../../src/pages/page-words.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { calendarWords, kitWords } from '../../web/kit/kit-words.ts'
import { placeWords } from '../../web/place/place-words.ts'
import { publishWords } from '../../web/publish/publish-words.ts'
import { accepted, type Client, type PlaceAnswer, validPlace } from '../support/client.ts'
import { assertAccessible, assertBecomes, assertCount, type Page, readingOf, see, webSuite } from '../support/web.ts'
import { nameOwner, testsOf, variants } from './variants.ts'

const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })

const read = async (admin: Client, { id }: PlaceAnswer) => accepted(await admin.get<PlaceAnswer>(`/v4/place/${id}`))

/** A place with as many parts. */
async function createWhole(admin: Client, name: string, partCount: number) {
  const whole = accepted(await admin.put('/v4/place', validPlace({ name })), 201)
  const parts: PlaceAnswer[] = []
  for (let number = 1; number <= partCount; number++) {
    const body = validPlace({ name: `${name} del ${number}`, parent: { id: whole.id } })
    parts.push(accepted(await admin.put('/v4/place', body), 201))
  }
  return { whole, parts }
}

for (const variant of variants) {
  const { onDesktop, onPhone } = testsOf(web, variant)
  const { language } = variant
  const words = publishWords[language]
  const calendar = calendarWords[language]
  const { states } = placeWords[variant.language]
  const stateOn = (page: Page, state: keyof typeof states) =>
    page.getByRole('article').getByText(states[state], { exact: true }).first()
  const choose = async (page: Page, item: string) => {
    await page.getByRole('button', { name: item }).click()
  }

  onPhone('a place is unpublished, published, and made a draft', async ({ open, admin }, context) => {
    const place = accepted(await admin.put('/v4/place', validPlace({ name: `Kyrka ${variant.size}` })), 201)
    const page = await open(context, `/p/${place.slug}`, variant)
    await page.getByRole('link', { name: pageWords[language].publishing }).click()
    await page.getByRole('button', { name: words.unpublishNow }).waitFor()
    await assertAccessible(page, 'view of publishing')
    await choose(page, words.unpublishNow)
    await stateOn(page, 'unpublished').waitFor()
    await choose(page, words.publishNow)
    await stateOn(page, 'unpublished').waitFor({ state: 'detached' })
    assert.equal((await read(admin, place)).depublished, undefined)
    await choose(page, words.toDraft)
    await stateOn(page, 'draft').waitFor()
    assert.equal((await read(admin, place)).published, undefined)
    await choose(page, words.publishNow)
    await stateOn(page, 'draft').waitFor({ state: 'detached' })
    assert.notEqual((await read(admin, place)).published, undefined)
  })

  onPhone('what was unpublished by a slip is as it was, with its parts', async (web, context) => {
    const { whole, parts } = await createWhole(web.admin, `Ångrad ${variant.size}`, 4)
    const [retold, untouched, ended, changed] = parts as [PlaceAnswer, PlaceAnswer, PlaceAnswer, PlaceAnswer]
    const set = async ({ id }: PlaceAnswer, change: JsonObject) =>
      accepted(
        await web.admin.patch(`/v4/place/${id}?childAction=skip-depublished`, { ...change, updatedBy: 'Bo' }),
        204,
      )
    await set(whole, { depublished: '2040-05-01T10:15:30.123Z' })
    await set(ended, { depublished: '2021-01-01T00:00:00.456Z' })
    const timesOf = async (place: PlaceAnswer) => {
      const { published, depublished } = await read(web.admin, place)
      return [published, depublished]
    }
    const before = await Promise.all([whole, retold, untouched, ended].map(timesOf))
    const page = await web.open(context, `/p/${whole.slug}/publish`, variant)
    await choose(page, words.unpublishNow)
    await stateOn(page, 'unpublished').waitFor()
    const undo = page.getByRole('alert').getByRole('button', { name: kitWords[variant.language].undo })
    // It stays as long as somebody is at it.
    await undo.hover()
    await assertAccessible(page, 'message that can be undone')
    const { depublished } = await read(web.admin, whole)
    for (const part of parts) assert.equal((await read(web.admin, part)).depublished, depublished)
    await set(retold, { longDescription: 'Mer' })
    const later = '2042-05-01T10:15:30.12300Z'
    await set(changed, { depublished: later })
    await undo.click()
    await page
      .getByText(words.undone)
      .filter({ hasText: words.left(1) })
      .waitFor()
    await assertCount(undo, 0)
    await assertCount(page.getByRole('article').getByText(states.unpublished, { exact: true }), 1)
    assert.deepEqual(await Promise.all([whole, retold, untouched, ended].map(timesOf)), before)
    assert.equal((await read(web.admin, changed)).depublished, later)
    assert.equal((await read(web.admin, retold)).longDescription, 'Mer')
  })

  onDesktop('an undo does not take back what another person did since', async (web, context) => {
    const { whole, parts } = await createWhole(web.admin, `Ändrad sedan ${variant.size}`, 1)
    const page = await web.open(context, `/p/${whole.slug}/publish`, variant)
    await see(page, 'hidden')
    await choose(page, words.unpublishNow)
    await stateOn(page, 'unpublished').waitFor()
    const change = { longDescription: 'Mer', updatedBy: 'Bo' }
    accepted(await web.admin.patch(`/v4/place/${whole.id}`, change), 204)
    await page.getByRole('button', { name: kitWords[variant.language].undo }).click()
    await page.getByText(words.undone).waitFor()
    for (const place of [whole, ...parts]) assert.equal((await read(web.admin, place)).depublished, undefined)
    assert.equal((await read(web.admin, whole)).longDescription, 'Mer')
  })

  onPhone('an unpublished place becomes a draft, and is published', async (web, context) => {
    const { whole, parts } = await createWhole(web.admin, `Avpublicerad ${variant.size}`, 1)
    const page = await web.open(context, `/p/${whole.slug}/publish`, variant)
    await choose(page, words.unpublishNow)
    await stateOn(page, 'unpublished').waitFor()
    const ended = (await read(web.admin, parts[0]!)).depublished
    assert.notEqual(ended, undefined)
    await choose(page, words.toDraft)
    await stateOn(page, 'draft').waitFor()
    assert.equal((await read(web.admin, whole)).depublished, undefined)
    assert.equal((await read(web.admin, parts[0]!)).depublished, ended, 'the part does not become public again')
    await choose(page, words.publishNow)
    await stateOn(page, 'draft').waitFor({ state: 'detached' })
    assert.notEqual((await read(web.admin, whole)).published, undefined)
  })

  onDesktop('a draft that was unpublished once is published', async (web, context) => {
    const times = { published: '2020-01-01', depublished: '2021-01-01' }
    const body = validPlace({ name: `Utkast ${variant.size}`, ...times })
    const place = accepted<PlaceAnswer>(await web.admin.put('/v4/place', body), 201)
    accepted(await web.admin.patch(`/v4/place/${place.id}`, { published: null, updatedBy: 'Bo' }), 204)
    const page = await web.open(context, `/p/${place.slug}/publish`, variant)
    await choose(page, words.publishNow)
    await stateOn(page, 'draft').waitFor({ state: 'detached' })
    assert.equal((await read(web.admin, place)).depublished, undefined)
  })

  onPhone('times that the service refuses stay to be put right', async (web, context) => {
    const { whole } = await createWhole(web.admin, `Tider ${variant.size}`, 1)
    const page = await web.open(context, `/p/${whole.slug}/publish`, { ...variant, expects: /412/ })
    await see(page, 'hidden')
    await choose(page, words.times)
    const dialog = page.getByRole('dialog', { name: words.timesTitle(whole.name) })
    const save = dialog.getByRole('button', { name: words.save, exact: true })
    await dialog.getByRole('checkbox', { name: words.setPublished(1) }).waitFor()
    assert.ok(await save.isDisabled())
    assert.ok(await dialog.getByRole('checkbox', { name: words.setPublished(1) }).isDisabled())
    const change = { longDescription: 'Mer', updatedBy: 'Bo' }
    accepted(await web.admin.patch(`/v4/place/${whole.id}`, change), 204)
    await dialog.getByRole('button', { name: calendar.clear }).first().click()
    await assertBecomes(() => dialog.getByRole('checkbox', { name: words.setPublished(1) }).isEnabled(), true)
    await page.keyboard.press('Escape')
    await save.click()
    await page.getByText(words.changedMeanwhile).waitFor()
    assert.ok(await dialog.isVisible(), 'what was chosen is still there')
    await save.click()
    await stateOn(page, 'draft').waitFor()
    await dialog.waitFor({ state: 'detached' })
  })

  onDesktop('times that another person changes meanwhile are shown, and stay', async (web, context) => {
    const place = accepted(await web.admin.put('/v4/place', validPlace({ name: `Samtidig ${variant.size}` })), 201)
    const opened = Date.now()
    const page = await web.open(context, `/p/${place.slug}/publish`, { ...variant, now: opened })
    await choose(page, words.times)
    const dialog = page.getByRole('dialog', { name: words.timesTitle(place.name) })
    const clear = dialog.getByRole('button', { name: calendar.clear })
    await clear.waitFor()
    const change = { depublished: '2035-01-01T12:00:00Z', updatedBy: 'Bo' }
    accepted(await web.admin.patch(`/v4/place/${place.id}`, change), 204)
    // Who comes back to the window after a while sees what has become of it.
    await page.clock.setFixedTime(opened + 60_000)
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
    await dialog.getByText(words.timesMeanwhile).waitFor()
    await assertCount(clear, 2)
    await assertAccessible(page, 'times that another person has changed')
    await clear.first().click()
    await dialog.getByRole('button', { name: words.save, exact: true }).click()
    await stateOn(page, 'draft').waitFor()
    const stored = await read(web.admin, place)
    assert.equal(stored.published, undefined)
    assert.equal(Date.parse(stored.depublished ?? ''), Date.parse(change.depublished))
  })

  onPhone('a place with parts is deleted, and restored with them', async (web, context) => {
    const { whole, parts } = await createWhole(web.admin, `Helhet ${variant.size}`, 2)
    const page = await web.open(context, `/p/${whole.slug}/publish`, variant)
    await page.getByRole('link', { name: parts[1]!.name }).waitFor()
    await choose(page, words.delete)
    const dialog = page.getByRole('dialog', { name: words.deleteTitle(whole.name) })
    await dialog.getByText(words.parts(2)).waitFor()
    await assertAccessible(page, 'choice of what becomes of the parts')
    await dialog.getByRole('radio', { name: words.deleteParts }).check()
    await dialog.getByRole('button', { name: words.deleteButton, exact: true }).click()
    await stateOn(page, 'deleted').waitFor()
    await page.waitForURL(/-deleted-/)
    for (const part of parts) assert.notEqual((await read(web.admin, part)).deleted, undefined)
    await page.reload()
    await stateOn(page, 'deleted').waitFor()
    await assertAccessible(page, 'page of a deleted place')
    await page.getByRole('button', { name: words.restore }).click()
    await stateOn(page, 'deleted').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: parts[1]!.name }).waitFor()
    await page.waitForURL((url) => url.pathname === `/p/${whole.slug}/publish`)
    for (const part of parts) assert.equal((await read(web.admin, part)).deleted, undefined)
  })

  onDesktop('a place is deleted, and its part kept as a place of its own', async (web, context) => {
    const { whole, parts } = await createWhole(web.admin, `Hus ${variant.size}`, 1)
    const page = await web.open(context, `/p/${whole.slug}/publish`, variant)
    await choose(page, words.delete)
    const dialog = page.getByRole('dialog', { name: words.deleteTitle(whole.name) })
    await dialog.getByText(words.parts(1)).waitFor()
    assert.ok(await dialog.getByRole('radio', { name: words.keepParts }).isChecked(), 'nothing more is deleted unasked')
    await dialog.getByRole('button', { name: words.deleteButton, exact: true }).click()
    await stateOn(page, 'deleted').waitFor()
    const part = await read(web.admin, parts[0]!)
    assert.deepEqual([part.deleted, part.parent?.id], [undefined, undefined])
    await page.goto(`${web.service.url}/p/${parts[0]!.slug}`)
    await readingOf(page, part.name)
  })

  onDesktop(
    'D50: a published place says that it is not public since its parent is not',
    async ({ open, admin }, context) => {
      const name = `Dold ${variant.size}`
      const { whole, parts } = await createWhole(admin, name, 2)
      accepted(await admin.patch(`/v4/place/${whole.id}`, { published: null, updatedBy: 'test' }), 204)
      const said = parentWords[language].draft
      const page = await open(context, `/p/${parts[0]!.slug}`, variant)
      await page.getByRole('article').getByText(said).waitFor()
      await page.goto(new URL(`/?q=${encodeURIComponent(name)}&is=Partial`, page.url()).href)
      await assertCount(page.getByRole('main').getByText(said), 2)
      accepted(await admin.patch(`/v4/place/${whole.id}`, { published: '2020-01-01', updatedBy: 'test' }), 204)
      await assertCount(page.getByRole('main').getByText(said), 0)
    },
  )
}
