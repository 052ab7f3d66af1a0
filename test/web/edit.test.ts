import assert from 'node:assert/strict'
import { reason } from '../../src/common/reason.ts'
import { conflictWords, editWords } from '../../web/edit/edit-words.ts'
import { inputWords } from '../../web/fields/input-words.ts'
import { historyWords } from '../../web/history/history-words.ts'
import { editorWords as hoursEditorWords, hoursWords } from '../../web/hours/hours-words.ts'
import { kitWords } from '../../web/kit/kit-words.ts'
import { fieldWords } from '../../web/place/place-fields.ts'
import { placeWords } from '../../web/place/place-words.ts'
import { faultText } from '../../web/words/fault-words.ts'
import { accepted, type Client, type PageAnswer, type PlaceAnswer, validPlace } from '../support/client.ts'
import { tabTo } from '../support/keyboard.ts'
import { settle } from '../support/layout.ts'
import {
  assertAccessible,
  assertBecomes,
  assertCount,
  assertFocused,
  assertHolds,
  type Page,
  readingOf,
  webSuite,
} from '../support/web.ts'
import { assertHoldsDay, openEntry, openParts } from './form-parts.ts'
import { nameOwner, testsOf, type Variant, variants } from './variants.ts'

const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })

/** A church of its own for a test. */
async function createPlace(admin: Client, name: string): Promise<PlaceAnswer> {
  return accepted(await admin.put('/v4/place', validPlace({ name })), 201)
}

async function read(admin: Client, { id }: PlaceAnswer): Promise<PlaceAnswer> {
  return accepted(await admin.get<PlaceAnswer>(`/v4/place/${id}`))
}

function fieldsOf(page: Page, { language }: Variant) {
  const labels = fieldWords[language]
  return {
    name: page.getByRole('textbox', { name: labels.name, exact: true }),
    short: page.getByRole('textbox', { name: labels.shortDescription, exact: true }),
    save: page.getByRole('button', { name: editWords[language].save, exact: true }),
  }
}

for (const variant of variants) {
  const { onDesktop, onPhone } = testsOf(web, variant)
  const words = editWords[variant.language]
  const inputs = inputWords[variant.language]
  const conflict = conflictWords[variant.language]

  onPhone('unsaved work survives a reload, and is saved', async ({ open, admin }, context) => {
    const place = await createPlace(admin, `Kyrkan som skrivs om ${variant.size}`)
    const page = await open(context, `/p/${place.slug}/edit`, variant)
    const { short, save } = fieldsOf(page, variant)
    await short.fill('Byggd av sten.')
    await page.getByText(words.changes(1)).waitFor()
    await page.waitForFunction(() => Object.keys(sessionStorage).some((name) => name.startsWith('gazetteer.draft.')))
    await page.reload()
    await page.getByText(words.restored('').slice(0, 20)).waitFor()
    await assertHolds(short, 'Byggd av sten.')
    await assertAccessible(page, 'editor with unsaved work')
    // All of it is thrown away, and is back by one step.
    await page.getByRole('button', { name: words.discard }).click()
    await page.getByText(words.discardAsk).waitFor()
    await page.getByRole('button', { name: words.discard }).click()
    await assertHolds(short, '')
    await page.getByRole('button', { name: words.undo }).click()
    await assertHolds(short, 'Byggd av sten.')
    const undone = words.stepped.undo(fieldWords[variant.language].shortDescription)
    await page.getByRole('status').getByText(undone).waitFor()
    await assertFocused(page.getByRole('button', { name: words.undo }))
    await save.click()
    const article = await readingOf(page, place.name)
    await article.getByText('Byggd av sten.').waitFor()
    const stored = await read(admin, place)
    assert.equal(stored.shortDescription, 'Byggd av sten.')
    assert.equal(stored.updatedBy, 'Anna Berg')
  })

  onDesktop('what cannot be read is unsaved work, until a step replaces it', async ({ open, admin }, context) => {
    const place = await createPlace(admin, `Kyrkan någonstans ${variant.size}`)
    const page = await open(context, `/p/${place.slug}/edit`, variant)
    const { save } = fieldsOf(page, variant)
    const coordinates = page.getByRole('textbox', { name: inputs.coordinates })
    const stored = await coordinates.inputValue()
    await coordinates.fill('norr om sjön')
    await page.getByText(words.changes(1)).waitFor()
    await page.waitForFunction(() =>
      Object.values(sessionStorage).some((kept) => String(kept).includes('norr om sjön')),
    )
    await page.reload()
    await page.getByText(words.restored('').slice(0, 20)).waitFor()
    await assertHolds(coordinates, 'norr om sjön')
    // To the place and back loses it no more than a reload.
    await page.getByRole('link', { name: placeWords[variant.language].back }).click()
    await readingOf(page, place.name)
    await page.goBack()
    await assertHolds(coordinates, 'norr om sjön')
    await save.click()
    await page.getByRole('status').getByText(words.faults(1)).waitFor()
    await assertFocused(coordinates)
    await page.getByRole('button', { name: words.discard }).click()
    await page.getByRole('button', { name: words.discard }).click()
    await assertHolds(coordinates, stored)
    await page.getByText(words.unchanged).waitFor()
  })

  onPhone('a pin says where it is, whatever was written before', async (web, context) => {
    const place = await createPlace(web.admin, `Kyrkan med nål ${variant.size}`)
    const page = await web.open(context, `/p/${place.slug}/edit`, { ...variant, map: true })
    const { name, save } = fieldsOf(page, variant)
    const coordinates = page.getByRole('textbox', { name: inputs.coordinates })
    const stored = await coordinates.inputValue()
    await coordinates.fill('söder om sjön')
    const map = page.locator('#position canvas')
    await map.scrollIntoViewIfNeeded()
    await settle(page)
    await map.click({ position: { x: 40, y: 120 } })
    await page.getByText(inputs.coordinatesWrong).waitFor({ state: 'detached' })
    assert.notEqual(await coordinates.inputValue(), stored)
    await name.fill(`${place.name} igen`)
    await save.click()
    await readingOf(page, `${place.name} igen`)
  })

  onDesktop('what somebody else changed is shown beside', async ({ open, admin }, context) => {
    const place = await createPlace(admin, `Kyrkan som två skriver om ${variant.size}`)
    const page = await open(context, `/p/${place.slug}/edit`, { ...variant, expects: /412/ })
    const { short, save, name } = fieldsOf(page, variant)
    await name.fill(`${place.name} nu`)
    await short.fill('Min text.')
    const theirs = { shortDescription: 'Deras text.', longDescription: 'Mer.', updatedBy: 'Bo' }
    accepted(await admin.patch(`/v4/place/${place.id}`, theirs), 204)
    await save.click()
    const dialog = page.getByRole('dialog', { name: conflict.title })
    await dialog.getByText('Min text.').waitFor()
    await assertAccessible(page, 'two changes side by side')
    await dialog.getByRole('radio', { name: conflict.theirs }).click()
    await dialog.getByRole('button', { name: conflict.save }).click()
    await readingOf(page, `${place.name} nu`)
    const stored = await read(admin, place)
    assert.equal(stored.name, `${place.name} nu`)
    assert.equal(stored.shortDescription, 'Deras text.')
    assert.equal(stored.longDescription, 'Mer.')
  })

  onPhone('what is missing is said at its field', async ({ open, admin }, context) => {
    const place = await createPlace(admin, `Kyrkan utan namn ${variant.size}`)
    const page = await open(context, `/p/${place.slug}/edit`, variant)
    const { name, save } = fieldsOf(page, variant)
    await name.fill('')
    await save.click()
    await page.getByText(words.required).waitFor()
    await assertFocused(name)
    await assertAccessible(page, 'editor with a fault')
    assert.equal((await read(admin, place)).name, place.name)
  })

  onDesktop('the service may go away in the middle of a save', async ({ open, admin }, context) => {
    const place = await createPlace(admin, `Kyrkan som sparas två gånger ${variant.size}`)
    const page = await open(context, `/p/${place.slug}/edit`, { ...variant, expects: /ERR_FAILED|412|503/ })
    const { short, save } = fieldsOf(page, variant)
    await short.fill('Sparad en gång.')
    // The change arrives, and its answer does not.
    await page.route(`**/place/${place.id}`, async (route) => {
      if (route.request().method() === 'PATCH') await route.fetch()
      await route.abort()
    })
    await save.click()
    await page.getByText(words.lost).waitFor()
    await assertHolds(short, 'Sparad en gång.')
    await assertAccessible(page, 'editor without the service')
    const { updated } = await read(admin, place)
    await page.unroute(`**/place/${place.id}`)
    // A service that answers that it cannot write has answered.
    const problem = { status: 503, title: 'Not now', detail: 'the disk is full', type: '/docs/errors', instance: '' }
    await page.route(`**/place/${place.id}`, (route) => route.fulfill({ status: 503, json: problem }))
    await save.click()
    await page.getByText(words.busy).waitFor()
    await page.unroute(`**/place/${place.id}`)
    await save.click()
    await readingOf(page, place.name)
    const stored = await read(admin, place)
    assert.deepEqual([stored.shortDescription, stored.updated], ['Sparad en gång.', updated])
  })
}

const english: Variant = { size: 'desktop', language: 'en' }

/** Fills in what a new place has to have. */
async function fillNew(page: Page, name: string): Promise<void> {
  await fieldsOf(page, english).name.fill(name)
  await page.getByRole('combobox', { name: fieldWords.en.placeTypes, exact: true }).click()
  await page.getByRole('option', { name: placeWords.en.types.churchAndChapel, exact: true }).click()
  await page.getByRole('combobox', { name: fieldWords.en.owner, exact: true }).fill('Testets')
  await page.getByRole('option', { name: 'Testets församling' }).click()
  await page.getByLabel(inputWords.en.coordinates).fill('59.86, 17.64')
}

/** Lets writes to an address arrive, and their answers not. */
async function loseAnswers(page: Page, address: string): Promise<void> {
  await page.route(address, async (route) => {
    if (route.request().method() !== 'GET') await route.fetch()
    await route.abort()
  })
}

web('a new place whose answer is lost is not made twice', async ({ open, admin }, context) => {
  const page = await open(context, '/manage/new', { expects: /ERR_FAILED/ })
  await fillNew(page, 'Kapellet som bara finns en gång')
  await loseAnswers(page, '**/v4/place')
  await page.getByRole('button', { name: editWords.en.create }).click()
  await page.getByText(editWords.en.lostNew).waitFor()
  await page.unroute('**/v4/place')
  await page.getByRole('button', { name: editWords.en.createPublished, exact: true }).click()
  await readingOf(page, 'Kapellet som bara finns en gång')
  const found = await admin.get<PageAnswer>('/v4/place?name=Kapellet som bara finns en gång')
  assert.equal(found.body.TotalHits, 1)
  assert.notEqual(found.body.Results[0]?.published, undefined)
})

web('a new place whose answer is lost is not made twice when it is written on', async ({ open, admin }, context) => {
  const page = await open(context, '/manage/new', { expects: /ERR_FAILED/ })
  const { name, short } = fieldsOf(page, english)
  const create = page.getByRole('button', { name: editWords.en.create })
  await fillNew(page, 'Kapellet som skrivs vidare')
  await loseAnswers(page, '**/v4/place')
  await create.click()
  await page.getByText(editWords.en.lostNew).waitFor()
  await page.unroute('**/v4/place')
  await name.fill('')
  await create.click()
  await page.getByText(editWords.en.required).waitFor()
  await name.fill('Kapellet som skrevs vidare')
  await short.fill('Byggt av trä.')
  // Nor does the answer to the change arrive.
  await loseAnswers(page, '**/v4/place/*')
  await create.click()
  await page.getByText(editWords.en.lostNew).waitFor()
  await page.unroute('**/v4/place/*')
  await short.fill('Byggt av sten.')
  await create.click()
  await readingOf(page, 'Kapellet som skrevs vidare')
  const found = await admin.get<PageAnswer>('/v4/place?name=^Kapellet som skr&include=non-published')
  assert.deepEqual(
    found.body.Results.map(({ shortDescription }) => shortDescription),
    ['Byggt av sten.'],
  )
})

web('a place that was published by an attempt whose answer is lost becomes a draft again', async (web, context) => {
  const page = await web.open(context, '/manage/new', { expects: /ERR_FAILED/ })
  const name = 'Kapellet som skulle vänta'
  await fillNew(page, name)
  await loseAnswers(page, '**/v4/place')
  await page.getByRole('button', { name: editWords.en.createPublished, exact: true }).click()
  await page.getByText(editWords.en.lostNew).waitFor()
  await page.unroute('**/v4/place')
  await page.getByRole('button', { name: editWords.en.create }).click()
  await readingOf(page, name)
  const found = await web.admin.get<PageAnswer>(`/v4/place?name=${encodeURIComponent(name)}&include=non-published`)
  assert.deepEqual(
    found.body.Results.map(({ published }) => published),
    [undefined],
  )
})

web('what is typed while a change is refused for another one is put to choice with it', async (web, context) => {
  const place = await createPlace(web.admin, 'Kyrkan med två texter')
  const page = await web.open(context, `/p/${place.slug}/edit`, { expects: /412/ })
  const { name, short, save } = fieldsOf(page, english)
  await assertHolds(name, place.name)
  accepted(await web.admin.patch(`/v4/place/${place.id}`, { shortDescription: 'Deras.', updatedBy: 'Bo Ek' }), 204)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/place/${place.id}`, async (route) => {
    if (route.request().method() === 'PATCH') await released
    await route.continue()
  })
  await name.fill('Kyrkan med två nya texter')
  await save.click()
  await page.getByText(editWords.en.saving).waitFor()
  await short.fill('Min.')
  release()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Min.', { exact: true }).waitFor()
  await dialog.getByText('Deras.', { exact: true }).waitFor()
  assert.equal((await read(web.admin, place)).shortDescription, 'Deras.')
})

web('what is typed while a new place is made is a change of that place', async ({ open, admin }, context) => {
  const page = await open(context, '/manage/new')
  const { short, save } = fieldsOf(page, english)
  await fillNew(page, 'Kapellet som byggs')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/v4/place', async (route) => {
    await released
    await route.continue()
  })
  await short.fill('Byggt')
  await short.press('ControlOrMeta+s')
  await page.getByText(editWords.en.saving).waitFor()
  await short.press('End')
  await page.keyboard.type(' av trä.')
  release()
  await page.waitForURL(/kapellet-som-byggs\/edit$/)
  await assertHolds(short, 'Byggt av trä.')
  await page.getByText(editWords.en.changes(1)).waitFor()
  await save.click()
  await readingOf(page, 'Kapellet som byggs')
  const found = await admin.get<PageAnswer>('/v4/place?name=Kapellet som byggs&include=non-published')
  assert.deepEqual(
    found.body.Results.map(({ shortDescription }) => shortDescription),
    ['Byggt av trä.'],
  )
  const kept = await page.evaluate(() =>
    Object.keys(sessionStorage).filter((name) => name.startsWith('gazetteer.draft.')),
  )
  assert.deepEqual(kept, [])
})

const usualHours = [{ days: { mo: [{ from: '09:00', to: '17:00' }] } }]
const hours = hoursEditorWords.en
const monday = hoursWords.en.days.mo

const keptDraftHolds = (page: Page, text: string) =>
  page.waitForFunction(
    (text) =>
      Object.entries(sessionStorage).some(([name, kept]) => name.startsWith('gazetteer.draft.') && kept.includes(text)),
    text,
  )

web('the shortcut saves the time that is being typed, and a reload keeps it', async ({ open, admin }, context) => {
  const body = validPlace({ name: 'Kyrkan som öppnar tidigt', openHours: usualHours })
  const place = accepted<PlaceAnswer>(await admin.put('/v4/place', body), 201)
  const page = await open(context, `/p/${place.slug}/edit`)
  const card = page.locator("[data-entry='0']")
  await openEntry(card)
  const opens = page.getByRole('textbox', { name: hours.from(`${monday} 1`) })
  await opens.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('7.15')
  await keptDraftHolds(page, '07:15')
  await page.reload()
  await openEntry(card)
  await assertHolds(opens, '07:15')
  await opens.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('7:3')
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText(hours.faults.noTime).waitFor()
  await assertFocused(opens)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('0730')
  await page.keyboard.press('ControlOrMeta+s')
  await readingOf(page, place.name)
  const stored = await read(admin, place)
  assert.deepEqual(stored.openHours, [{ days: { mo: [{ from: '07:30', to: '17:00' }] } }])
})

web(
  'a time that is none is told where it is typed; hours left empty are left out',
  async ({ open, admin }, context) => {
    const body = validPlace({ name: 'Kyrkan som stänger fem', openHours: usualHours })
    const place = accepted<PlaceAnswer>(await admin.put('/v4/place', body), 201)
    const page = await open(context, `/p/${place.slug}/edit`)
    await openEntry(page.locator("[data-entry='0']"))
    const closes = page.getByRole('textbox', { name: hours.to(`${monday} 1`) })
    await closes.fill('kl fem')
    await closes.press('Tab')
    await page.getByText(hours.faults.noTime).waitFor()
    await assertBecomes(() => closes.getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByText('09:00–kl fem').count(), 0)
    await closes.fill('16')
    await closes.press('Tab')
    await page.getByText(hours.faults.noTime).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: hours.addSpan(monday) }).click()
    await assertHolds(page.getByRole('textbox', { name: hours.from(`${monday} 2`) }), '')
    await page.keyboard.press('ControlOrMeta+s')
    await readingOf(page, place.name)
    const stored = await read(admin, place)
    assert.deepEqual(stored.openHours, [{ days: { mo: [{ from: '09:00', to: '16:00' }] } }])
  },
)

web('a day that is typed takes the place of the day that is there', async ({ open, admin }, context) => {
  const place = await createPlace(admin, 'Kyrkan som stänger på julafton')
  const page = await open(context, `/p/${place.slug}/edit`)
  await page.getByRole('button', { name: hours.add.day }).click()
  const day = page.getByRole('textbox', { name: hours.date, exact: true })
  await assertHolds(day, '')
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText(hours.faults.noDay).waitFor()
  await day.click()
  await page.keyboard.type('2026-12-24')
  await day.press('Tab')
  await assertHoldsDay(day, '2026-12-24')
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText(hours.faults.noDayHours).waitFor()
  await page.getByRole('textbox', { name: hours.week }).fill('closed')
  await day.fill('julafton')
  await day.press('Tab')
  await page.getByText(kitWords.en.noDay('julafton')).waitFor()
  await assertAccessible(page, 'a day that is none')
  // What cannot be read stays, and nothing is saved in its place.
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByRole('status').getByText(editWords.en.faults(1)).waitFor()
  await assertHolds(day, 'julafton')
  assert.equal((await read(admin, place)).openHours, undefined)
  await day.fill('24 dec 2026')
  await day.press('Tab')
  await assertHoldsDay(day, '2026-12-24')
  await page.keyboard.press('ControlOrMeta+s')
  await readingOf(page, place.name)
  const stored = await read(admin, place)
  assert.deepEqual(stored.openHours, [{ validFrom: '2026-12-24', validTo: '2026-12-24', days: { th: [] } }])
})

web('what the service refuses at a field is told in the language of the page', async ({ open, admin }, context) => {
  const place = await createPlace(admin, 'Kyrkan med en bild utan titel')
  const page = await open(context, `/p/${place.slug}/edit`, { language: 'sv', expects: /400|ERR_/ })
  await openParts(page)
  await page.getByRole('button', { name: editWords.sv.add.images }).click()
  await page.getByRole('textbox', { name: editWords.sv.medium.url }).first().fill('https://pictures.invalid/a.jpg')
  await page.keyboard.press('ControlOrMeta+s')
  const title = page.getByRole('textbox', { name: editWords.sv.medium.title, exact: true })
  await page.getByText(faultText(reason('required'), 'sv')).waitFor()
  await assertBecomes(() => title.getAttribute('aria-invalid'), 'true')
})

web('who may write for one owner makes places of that owner', async ({ open, admin }, context) => {
  const { id } = validPlace().owner as { id: string }
  const body = { name: 'En ägare', permissions: ['read', 'create', 'update'], owners: [id] }
  const { key } = accepted(await admin.post<{ key: string }>('/v4/keys', body), 201)
  const page = await open(context, '/manage/new', { key })
  const owner = page.getByRole('combobox', { name: fieldWords.en.owner, exact: true })
  await assertHolds(owner, 'Testets församling')
})

web('closing the window asks while work is unsaved, and the form keeps it when it is left', async (web, context) => {
  const place = await createPlace(web.admin, 'Kyrkan i fliken som stängs')
  const page = await web.open(context, `/p/${place.slug}/edit`)
  const { short } = fieldsOf(page, { size: 'desktop', language: 'en' })
  await short.click()
  await page.keyboard.type('Halv')
  await page.getByText(editWords.en.changes(1)).waitFor()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  assert.equal(dialog.type(), 'beforeunload')
  await dialog.dismiss()
  await page.keyboard.type('vägs')
  await page.getByRole('link', { name: placeWords.en.back }).click()
  await readingOf(page, place.name)
  await keptDraftHolds(page, 'Halvvägs')
  await page.goBack()
  await assertHolds(short, 'Halvvägs')
})

web('a parent is proposed from the same owner first, then by how its name begins', async ({ open, admin }, context) => {
  const owned = (name: string, id: string) =>
    admin.put('/v4/place', validPlace({ name, owner: { id, type: 'Församling' } }))
  for (const name of ['Expedition Eskil', 'Gamla Eskils kapell']) accepted(await owned(name, 'elsewhere'), 201)
  accepted(await owned('Eskils kyrka', 'elsewhere'), 201)
  accepted(await owned('Norra Eskils kapell', 'here'), 201)
  const part = accepted<PlaceAnswer>(
    await admin.put('/v4/place', validPlace({ owner: { id: 'here', type: 'x' } })),
    201,
  )
  // The directory does not know these owners.
  const page = await open(context, `/p/${part.slug}/edit`, { expects: /404/ })
  await page.getByRole('combobox', { name: fieldWords.en.parent }).fill('eskil')
  const options = page.getByRole('option')
  await options.filter({ hasText: 'Norra Eskils kapell' }).waitFor()
  await assertCount(options, 4)
  const [first = '', second = ''] = await options.allInnerTexts()
  assert.match(first, /^Norra Eskils kapell[\s\S]*· here$/)
  assert.match(second, /^Eskils kyrka[\s\S]*· elsewhere$/)
})

web('a place is created as a draft, by keyboard alone', async ({ open, admin }, context) => {
  const page = await open(context, '/manage/new')
  const { name } = fieldsOf(page, { size: 'desktop', language: 'en' })
  await name.focus()
  await page.keyboard.type('Kapellet på berget')
  const type = page.getByRole('combobox', { name: fieldWords.en.placeTypes, exact: true })
  assert.equal(await type.inputValue(), '', 'a new place has no type before one is chosen')
  await page.getByRole('button', { name: editWords.en.create }).click()
  await page.getByText(editWords.en.faults(3)).waitFor()
  // Each is counted where it is put right: the type and the owner, and the position.
  const parts = page.getByRole('navigation', { name: editWords.en.sectionNav })
  const { basics, position } = editWords.en.sections
  await parts.getByRole('link', { name: `${basics} ${editWords.en.faults(2)}` }).waitFor()
  await parts.getByRole('link', { name: `${position} ${editWords.en.faults(1)}` }).waitFor()
  await tabTo(page, type)
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  const chosen = page.locator('[role=option][data-combobox-selected]')
  await chosen.waitFor()
  const chosenType = await chosen.innerText()
  await page.keyboard.press('Enter')
  await assertHolds(type, chosenType)
  await page.getByRole('button', { name: inputWords.en.otherOwner }).focus()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel(inputWords.en.ownerId), 'Shift+Tab')
  await page.keyboard.type('unit-7')
  await tabTo(page, page.getByLabel(fieldWords.en['owner.type']))
  await page.keyboard.type('Församling')
  await tabTo(page, page.getByLabel(inputWords.en.coordinates))
  await page.keyboard.type('59.86, 17.64')
  await page.getByRole('button', { name: editWords.en.create }).focus()
  await page.keyboard.press('Enter')
  await readingOf(page, 'Kapellet på berget')
  const { body } = await admin.get<PageAnswer>('/v4/place?name=Kapellet på berget&include=non-published')
  assert.deepEqual(body.Results[0]?.geolocation.geometry.coordinates, [17.64, 59.86])
  assert.equal(body.Results[0]?.published, undefined)
})

web(
  'what is filled in from the owner is no part of the form, and of no other version',
  async ({ open, admin }, context) => {
    const ownerId = 'o-filled'
    const contactInfo = { email: 'exp@example.org' }
    accepted(await admin.put(`/v4/directory/owners/${ownerId}`, { name: 'Fyllda', type: 'Pastorat', contactInfo }), 201)
    const body = validPlace({
      name: 'Kyrkan med ägarens adress',
      owner: { id: ownerId, type: 'Pastorat' },
      contactInfo: { fetchAutomatically: true, url: 'https://example.org/' },
    })
    const place = accepted(await admin.put('/v4/place', body), 201)
    assert.equal((await read(admin, place)).contactInfo?.email, 'exp@example.org')
    const page = await open(context, `/p/${place.slug}/edit`)
    const { short, save } = fieldsOf(page, { size: 'desktop', language: 'en' })
    const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
    await assertHolds(field(fieldWords.en['contactInfo.url']), 'https://example.org/')
    await assertHolds(field(fieldWords.en['contactInfo.email']), '')
    await short.fill('Ny text.')
    await save.click()
    await readingOf(page, place.name)
    assert.equal((await read(admin, place)).contactInfo?.email, 'exp@example.org')
    await page.goto(page.url().replace(/$/, '/history'))
    await page.getByRole('button', { name: historyWords.en.actions.create! }).click()
    await page.getByRole('button', { name: historyWords.en.restore }).click()
    const dialog = page.getByRole('dialog', { name: historyWords.en.restoreTitle })
    await dialog.getByText('Ny text.').waitFor()
    assert.equal(await dialog.getByText('exp@example.org').count(), 0, 'what is not stored is not restored')
  },
)
