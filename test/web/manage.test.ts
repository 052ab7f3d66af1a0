import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { frameWords } from '../../src/pages/frame-words.ts'
import { historyWords } from '../../web/history/history-words.ts'
import { sessionWords } from '../../web/session/session-words.ts'
import { accepted, client, type PlaceAnswer, validPlace } from '../support/client.ts'
import { assertFits } from '../support/layout.ts'
import { assertAccessible, type Page, sizes, webSuite } from '../support/web.ts'
import { phone, testsOf, variants } from './variants.ts'

const owners = ['Lund', 'Lidköping', 'Uppsala'].map((name, index) => ({ id: `o${index}`, name }))

const web = webSuite({
  prepare: async ({ admin }) => {
    for (const { id, name } of owners) await admin.put(`/v4/directory/owners/${id}`, { name, type: 'Pastorat' })
    const published = '2020-01-01'
    const rest = { published, owner: { id: 'o0', type: 'Pastorat' } }
    await admin.put('/v4/place', validPlace({ ...rest, name: 'Full', longDescription: 'All of it' }))
    await admin.put('/v4/place', validPlace({ ...rest, name: 'Bare' }))
    await admin.put('/v4/place', validPlace({ owner: rest.owner, name: 'Draft', published: null }))
    const planned = { name: 'Planned', owner: { id: 'o1', type: 'Pastorat' }, published: '2035-01-01' }
    await admin.put('/v4/place', validPlace(planned))
  },
})

const told = {
  en: { owner: 'Owner', planned: /Scheduled.*published from.*2035.*No opening hours/s },
  sv: { owner: 'Ägare', planned: /Schemalagd.*publiceras.*2035.*Utan öppettider/s },
}

/** Asserts that a place in a list is told to be published in 2035, and what it lacks. */
async function assertPlanned(page: Page, name: string, language: keyof typeof told): Promise<void> {
  const places = page.getByRole('region', { name: { en: 'The places', sv: 'Platserna' }[language] })
  const item = places.getByRole('listitem').filter({ has: page.getByRole('link', { name }) })
  assert.match(await item.innerText(), told[language].planned)
}

web('a key is made, shown once, works, gets a new secret and is revoked', async ({ open, service }, context) => {
  const page = await open(context, '/manage/keys', { expects: /400/ })
  await page.getByRole('button', { name: 'New key' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('the website')
  await form.getByLabel('Create', { exact: true }).check()
  await form.getByLabel('Makes changes as').fill('The register')
  await form.getByLabel('Limit on calls').fill('5')
  await form.getByRole('button', { name: 'Create the key' }).click()
  await form.getByText('Enter a number of calls per time').waitFor()
  await form.getByLabel('Limit on calls').fill('900/min')
  await assertAccessible(page, 'a new key')
  await form.getByRole('button', { name: 'Create the key' }).click()
  const shown = page.getByRole('dialog').locator('pre')
  const first = await shown.innerText()
  assert.equal((await client(service.url, first).get('/v4/place')).status, 200)
  await assertAccessible(page, 'the secret of a key')
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('the website').waitFor()
  await page.getByText(/makes changes as The register · at most 900\/min/).waitFor()
  assert.ok(!(await page.content()).includes(first), 'the secret is shown this once')

  await page.getByRole('button', { name: 'Change the website' }).click()
  await form.getByRole('button', { name: 'Editor' }).click()
  await form.getByLabel('Limit on calls').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Delete and restore').waitFor()
  await page.getByText('at most 900').waitFor({ state: 'detached' })
  assert.equal((await client(service.url, first).get('/v4/place')).status, 200, 'the secret stays')

  await page.getByRole('button', { name: 'New secret for the website' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('button', { name: 'I have saved it' }).waitFor()
  const second = await shown.innerText()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  assert.equal((await client(service.url, first).get('/v4/place')).status, 401)
  assert.equal((await client(service.url, second).get('/v4/place')).status, 200)

  await page.getByRole('button', { name: 'Revoke the website' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('There are no keys yet').waitFor()
  assert.equal((await client(service.url, second).get('/v4/place')).status, 401)
})

web('whoever revokes the key in use is asked for that, and logged out', async ({ open, admin }, context) => {
  const made = await admin.post<{ key: string }>('/v4/keys', { name: 'all', permissions: ['admin'] })
  const page = await open(context, '/manage/keys', { key: made.body.key, expects: /401/ })
  await page.getByRole('button', { name: 'Revoke all' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke all, the key you use?' })
  await dialog.getByText('You are signed out at once').waitFor()
  await dialog.getByRole('button', { name: 'Revoke and sign out' }).click()
  await page.getByRole('textbox', { name: 'Your name' }).waitFor()
})

web('a key that a view is not for is led on: to another key, or to the search', async ({ open, admin }, context) => {
  const made = await admin.post<{ key: string }>('/v4/keys', { name: 'reader', permissions: ['read'] })
  const page = await open(context, '/manage/keys', { key: made.body.key })
  await page.getByRole('button', { name: 'Sign in as someone else' }).click()
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'To the search' }).click()
  await page.getByRole('combobox', { name: 'Search places' }).waitFor()
})

web('an owner is found by a word of its name, renamed and deleted', async ({ open, admin }, context) => {
  const page = await open(context, '/manage/directory', { language: 'sv', size: 'phone' })
  await page.getByText('3 poster').waitFor()
  await page.getByLabel('Sök på namn').fill('L')
  await page.getByText('2 poster').waitFor()
  await page.getByRole('button', { name: 'Redigera Lund' }).click()
  await page.getByRole('dialog').getByLabel('Namn').fill('Lunds pastorat')
  await page.getByRole('dialog').getByLabel('E-post').fill('lund@example.org')
  await assertAccessible(page, 'an entry')
  await page.getByRole('button', { name: 'Spara' }).click()
  await page.getByRole('button', { name: 'Redigera Lunds pastorat' }).waitFor()
  const { body } = await admin.get('/v4/directory/owners/o0')
  assert.deepEqual(body, {
    id: 'o0',
    name: 'Lunds pastorat',
    type: 'Pastorat',
    contactInfo: { email: 'lund@example.org' },
  })
  await page.getByRole('button', { name: 'Ta bort Lunds pastorat' }).click()
  await page.getByText('3 platser hänvisar till den', { exact: false }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Ta bort' }).click()
  await page.getByText('1 post', { exact: true }).waitFor()
  assert.equal((await admin.get('/v4/directory/owners/o0')).status, 404)
})

web('an id that is taken is told of, and the owner that has it stays as it is', async ({ open, admin }, context) => {
  const page = await open(context, '/manage/directory', { expects: /412/, language: 'sv' })
  await page.getByRole('button', { name: 'Ny ägare' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Namn').fill('En annan')
  await form.getByRole('textbox', { name: 'Id', exact: true }).fill('o2')
  await form.getByRole('button', { name: 'Spara' }).click()
  await form.getByText('Id o2 är upptaget av Uppsala.').waitFor()
  assert.equal((await admin.get('/v4/directory/owners/o2')).body.name, 'Uppsala')
  await form.getByRole('textbox', { name: 'Id', exact: true }).fill('o99')
  await form.getByRole('button', { name: 'Spara' }).click()
  await form.waitFor({ state: 'detached' })
  assert.equal((await admin.get('/v4/directory/owners/o99')).body.name, 'En annan')
})

web('what is left alone in the form of an entry stays as somebody else has changed it', async (web, context) => {
  const owner = '/v4/directory/owners/o1'
  const page = await web.open(context, '/manage/directory')
  await page.getByRole('button', { name: 'Edit Lidköping' }).click()
  const changed = {
    name: 'Lidköping',
    type: 'Församling',
    contactInfo: { phone: { CountryCode: 46 }, url: 'https://a.example' },
  }
  await web.admin.put(owner, changed)
  await page.getByRole('dialog').getByLabel('Email').fill('a@example.org')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const contactInfo = { ...changed.contactInfo, email: 'a@example.org' }
  assert.deepEqual((await web.admin.get(owner)).body, { id: 'o1', ...changed, contactInfo })
})

web('the last entry of the last page is deleted, and the page before is shown', async ({ open, admin }, context) => {
  const id = (number: number) => `00000000-0000-4000-8000-0000000000${number}`
  for (let number = 10; number <= 60; number++)
    await admin.put(`/v4/directory/tags/${id(number)}`, { name: `T${number}` })
  const page = await open(context, '/manage/directory')
  await page.getByText('Tags', { exact: true }).click()
  await page.getByText('51 entries').waitFor()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await page.getByRole('button', { name: 'Delete T60' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('50 entries').waitFor()
  await page.getByText('T59', { exact: true }).waitFor()
})

web('owners that were chosen before a key became one for everything are no fault of it', async (web, context) => {
  const page = await web.open(context, '/manage/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('everything')
  await form.getByRole('combobox', { name: 'Only for places of' }).fill('Lid')
  await page.getByRole('option', { name: 'Lidköping' }).click()
  await form.getByLabel('Full access').check()
  await form.getByRole('button', { name: 'Create the key' }).click()
  await page.getByRole('button', { name: 'I have saved it' }).waitFor()
})

for (const variant of variants) {
  const { onPhone } = testsOf(web, variant)
  const { language } = variant

  onPhone('the view of today says what is due and missing, and each line leads to its places', async (web, context) => {
    const words = {
      sv: { lacks: /Utan lång beskrivning/, one: '1 plats', noDrafts: 'Det finns inga utkast.' },
      en: { lacks: /No long description/, one: '1 place', noDrafts: 'There are no drafts.' },
    }[language]
    const page = await web.open(context, '/manage', variant)
    const draft = page.getByRole('link', { name: /^Draft/ })
    await draft.waitFor()
    await page.getByRole('link', { name: words.lacks }).getByText('1', { exact: true }).waitFor()
    await page.getByRole('link', { name: words.lacks }).click()
    await page.getByRole('status').getByText(words.one, { exact: true }).waitFor()
    await page.getByRole('link', { name: /Bare/ }).waitFor()
    await page.goBack()
    await draft.click()
    await page.getByRole('heading', { level: 1, name: 'Draft' }).waitFor()
    await page.goBack()
    await page.getByRole('combobox', { name: told[language].owner, exact: true }).fill('Lidk')
    await page.getByRole('option', { name: 'Lidköping' }).click()
    await page.getByText(words.noDrafts).waitFor()
    await assertPlanned(page, 'Planned', language)
    assert.equal(await page.getByRole('link', { name: /^Bare/ }).count(), 0, 'a place of another owner')
  })
}

// What it makes is counted in the view of today.
for (const variant of variants) {
  const { onDesktop } = testsOf(web, variant)
  const { language } = variant

  onDesktop('an editor of one owner begins with its places, and what each lacks', async (web, context) => {
    const words = {
      en: { mine: 'My places', lacks: 'No opening hours', draft: /Draft/ },
      sv: { mine: 'Mina platser', lacks: 'Utan öppettider', draft: /Utkast/ },
    }[language]
    const owner = `mine-${language}`
    await web.admin.put(`/v4/directory/owners/${owner}`, { name: 'Min församling' })
    const common = { owner: { id: owner, type: 'Pastorat' } }
    await web.admin.put('/v4/place', validPlace({ ...common, name: 'Mitt utkast', published: null }))
    const rest = { longDescription: 'All', published: '2020-01-01' }
    await web.admin.put('/v4/place', validPlace({ ...common, ...rest, name: 'Min kyrka' }))
    await web.admin.put('/v4/place', validPlace({ ...common, name: 'Min kommande', published: '2035-01-01' }))
    const { body } = await web.admin.post<{ key: string }>('/v4/keys', {
      ...{ name: 'editor', permissions: ['read', 'update'], owners: [owner] },
    })
    const page = await web.open(context, '/', { ...variant, key: body.key })
    await page.getByRole('heading', { level: 1, name: words.mine }).waitFor()
    const places = page.getByRole('region', { name: { en: 'The places', sv: 'Platserna' }[language] })
    const church = places.getByRole('listitem').filter({ has: page.getByRole('link', { name: /Min kyrka/ }) })
    assert.match(await church.innerText(), new RegExp(words.lacks))
    assert.match(await places.getByRole('link', { name: /Mitt utkast/ }).innerText(), words.draft)
    await assertPlanned(page, 'Min kommande', language)
    assert.equal(await page.getByRole('link', { name: /^Bare/ }).count(), 0, 'a place of another owner')
    await page.getByRole('link', { name: /Gazetteer/ }).click()
    await page.getByRole('searchbox').or(page.getByRole('combobox')).first().waitFor()
    assert.equal(new URL(page.url()).pathname, '/', 'the explorer is one click away')
  })
}

for (const variant of variants) {
  const { onPhone } = testsOf(web, variant)
  onPhone('a phone shows all that a key may do in full', async (web, context) => {
    accepted(await web.admin.post('/v4/keys', { name: 'names', permissions: ['read', 'read-restricted'] }), 201)
    const page = await web.open(context, '/manage/keys', { ...variant, size: 'phone', language: 'en' })
    await page.getByText('See pictures, films and sounds, and who wrote what').first().waitFor()
    const cut = await page.evaluate(`[...document.querySelectorAll('.mantine-Badge-label')]
      .filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent)`)
    assert.deepEqual(cut, [])
  })

  onPhone(
    'an editor of all places begins a day with the same view, and undoes what others did',
    async (web, context) => {
      const [frame, words] = [frameWords[variant.language], historyWords[variant.language]]
      const name = `Ångerkyrkan ${variant.size}`
      const place = validPlace({ name })
      const { id } = accepted(await web.admin.put<PlaceAnswer>('/v4/place', place), 201)
      accepted(await web.admin.patch(`/v4/place/${id}`, { shortDescription: 'Ny text.', updatedBy: 'Bo Ek' }), 204)
      const permissions = ['read', 'read-restricted', 'update', 'delete']
      const { key } = accepted(
        await web.admin.post<{ key: string }>('/v4/keys', { name: 'all places', permissions }),
        201,
      )
      const page = await web.open(context, '/', { ...variant, key })
      await page.getByRole('button', { name: /^(Signed in as|Inloggad som)/ }).click()
      await page.getByRole('menuitem', { name: frame.today }).click()
      await page.getByRole('heading', { level: 1, name: frame.today }).waitFor()
      await page
        .getByRole('link', { name: new RegExp(name) })
        .first()
        .waitFor()
      await page.getByRole('link', { name: frame.activity, exact: true }).click()
      const acts = page.getByRole('list', { name: words.activity }).getByRole('listitem')
      await acts.first().getByRole('button', { name: words.undoAct }).click()
      // Told in the language of whoever reads it, not of whoever undid it.
      const field = { en: 'Short description', sv: 'Kort beskrivning' }[variant.language]
      await acts.first().getByText(words.undid(field), { exact: true }).waitFor()
      await page.goto(new URL('/manage/keys', page.url()).href)
      await page.getByText(new RegExp(`: ${sessionWords[variant.language].rights.admin}\\.`)).waitFor()
    },
  )
}

web('who changed what is told, the latest first, and leads to the history of the place', async (web, context) => {
  const visitingInfo = { city: 'Skara' }
  const body = validPlace({ name: 'Händelsekyrkan', visitingInfo })
  const { id, slug } = accepted(await web.admin.put('/v4/place', body), 201)
  await web.admin.patch(`/v4/place/${id}`, { shortDescription: 'Ny text.', updatedBy: 'Bo Ek' })
  const page = await web.open(context, '/manage/activity')
  const words = historyWords.en
  const row = page.getByRole('list', { name: words.activity }).getByRole('listitem').first()
  await row.getByText('Changed: Short description').waitFor()
  await row.getByText('by Bo Ek').waitFor()
  await row.getByText(', Skara').waitFor()
  await assertAccessible(page, 'activity')
  await page.getByRole('textbox', { name: words.person }).fill('tester')
  await row.getByText(words.actions.create, { exact: true }).waitFor()
  await row.getByRole('link', { name: 'Händelsekyrkan' }).click()
  await page.waitForURL((url) => url.pathname === `/p/${slug}/history`)
  await page.goBack()
  await page.getByRole('textbox', { name: words.person }).fill('nobody at all')
  await page.getByRole('button', { name: words.noFilters }).click()
  await row.getByText('by Bo Ek').waitFor()
})

web('a phone shows the acts first, each with room for its undo, and filters on demand', async (web, context) => {
  const { id } = accepted(
    await web.admin.put('/v4/place', validPlace({ name: 'Ett ganska långt namn på en plats' })),
    201,
  )
  const change = { shortDescription: 'Ny text.', updatedBy: 'the command line' }
  accepted(await web.admin.patch(`/v4/place/${id}`, change), 204)
  const page = await web.open(context, '/manage/activity', phone)
  const words = historyWords.sv
  const row = page.getByRole('list', { name: words.activity }).getByRole('listitem').first()
  const undo = row.getByRole('button', { name: words.undoAct })
  await undo.waitFor()
  await row.getByText('av kommandoraden').waitFor()
  const boxOf = async (part: Locator) => (await part.boundingBox())!
  assert.ok((await boxOf(row)).y < sizes.phone.height / 2, 'the acts begin in the upper half')
  const [button, text] = [await boxOf(undo), await boxOf(row.getByRole('link'))]
  assert.ok(button.width >= 44 && button.height >= 44, 'a target for fingers')
  assert.ok(button.x - (text.x + text.width) >= 8, 'room between text and button')
  const person = page.getByRole('textbox', { name: words.person })
  assert.equal(await person.isVisible(), false)
  await page.getByRole('button', { name: words.filters, exact: true }).click()
  await person.fill('nobody at all')
  await page.getByRole('button', { name: `${words.filters} (1)` }).click()
  await person.waitFor({ state: 'hidden' })
  await assertFits(page, 'activity with a filter')
})
