import assert from 'node:assert/strict'
import { pageWords } from '../../src/pages/page-words.ts'
import { conflictWords, editWords } from '../../web/edit/edit-words.ts'
import { exploreWords } from '../../web/explore/explore-words.ts'
import { historyWords } from '../../web/history/history-words.ts'
import { fieldWords } from '../../web/place/place-fields.ts'
import { publishWords } from '../../web/publish/publish-words.ts'
import { accepted, validPlace } from '../support/client.ts'
import { assertFits, settle } from '../support/layout.ts'
import {
  assertAccessible,
  assertBecomes,
  assertCount,
  assertHolds,
  type Page,
  readingOf,
  see,
  type Web,
  webSuite,
} from '../support/web.ts'
import { nameOwner, testsOf, variants } from './variants.ts'

/** What the console says where a place is deleted. */
const gone = { expects: /404/ }
const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })
const en = {
  edit: editWords.en,
  explore: exploreWords.en,
  fields: fieldWords.en,
  history: historyWords.en,
  page: pageWords.en,
  publish: publishWords.en,
}

async function made({ admin }: Web, name: string) {
  return accepted(await admin.put('/v4/place', validPlace({ name, shortDescription: 'Som förut.' })), 201)
}

async function openStreams({ admin }: Web): Promise<number> {
  return Number(/^gazetteer_change_streams (\d+)$/m.exec((await admin.get('/metrics')).text)?.[1])
}

const short = (page: Page, { shortDescription } = en.fields) =>
  page.getByRole('textbox', { name: shortDescription, exact: true })

web('two people with the same place open see what the other saves', async (web, context) => {
  const { id, slug, name } = await made(web, 'Dubbelkyrkan')
  const [anna, bo] = [await web.open(context, `/p/${slug}`, gone), await web.open(context, `/p/${slug}/edit`, gone)]
  const list = await web.open(context, '/?q=dubbelkyrkan')
  const history = await web.open(context, `/p/${slug}/history`, gone)
  const article = await readingOf(anna, name)
  const link = (name: string) => list.getByRole('link', { name: new RegExp(name) })
  await link(name).waitFor()
  await short(bo).fill('Av Bo.')
  await bo.getByRole('button', { name: en.edit.save, exact: true }).click()
  for (const page of [anna, bo]) await page.getByRole('article').getByText('Av Bo.').waitFor()
  await assertCount(history.getByRole('navigation', { name: en.history.revisions }).getByRole('listitem'), 2)

  await anna.getByRole('link', { name: en.page.edit, exact: true }).click()
  await anna.getByRole('textbox', { name: en.fields.name, exact: true }).fill('Dubbelkyrkan nya')
  await anna.getByRole('button', { name: en.edit.save, exact: true }).click()
  for (const page of [anna, bo]) await readingOf(page, 'Dubbelkyrkan nya')
  await link('Dubbelkyrkan nya').waitFor()
  await web.admin.delete(`/v4/place/${id}?deletedby=Cecilia`)
  await article.waitFor({ state: 'detached' })
  await bo.getByText(en.page.notFoundTitle).waitFor()
  await link('Dubbelkyrkan nya').waitFor({ state: 'detached' })
})

for (const variant of variants) {
  const { onPhone } = testsOf(web, variant)
  const { language } = variant
  const [edit, conflict, fields] = [editWords[language], conflictWords[language], fieldWords[language]]

  onPhone('who edits a place is told of another change while typing', async (web, context) => {
    const { id, slug } = await made(web, `Skrivkyrkan ${language}`)
    const page = await web.open(context, `/p/${slug}/edit`, variant)
    await short(page, fields).fill('Halvskriven.')
    const note = page.getByRole('status').filter({ hasText: edit.newer('Cecilia') })
    await web.admin.patch(`/v4/place/${id}`, { name: 'Namnet', updatedBy: 'Cecilia' })
    await note.waitFor()
    await assertAccessible(page, 'a form whose place has been changed')
    await assertFits(page, 'a form whose place has been changed')
    await short(page, fields).fill('Halvskriven, och mer.')
    await note.getByRole('button', { name: edit.review }).click()
    const dialog = page.getByRole('dialog', { name: conflict.title })
    await dialog.getByText('Namnet').waitFor()
    await dialog.getByRole('button', { name: conflict.goOn }).click()
    await note.waitFor({ state: 'detached' })
    await assertHolds(page.getByRole('textbox', { name: fields.name, exact: true }), 'Namnet')
    await assertHolds(short(page, fields), 'Halvskriven, och mer.')

    await web.admin.patch(`/v4/place/${id}`, { shortDescription: 'Också skriven.', updatedBy: 'Cecilia' })
    await note.getByRole('button', { name: edit.review }).click()
    await dialog.getByRole('radio', { name: conflict.mine }).check()
    await dialog.getByRole('button', { name: conflict.goOn }).click()
    await page.getByRole('button', { name: edit.save, exact: true }).click()
    const article = await readingOf(page, 'Namnet')
    await article.getByText('Halvskriven, och mer.').waitFor()
  })
}

web('who edits a place that is deleted is told so', async (web, context) => {
  const { id, slug } = await made(web, 'Borttagna kyrkan')
  const page = await web.open(context, `/p/${slug}/edit`)
  await short(page).fill('Halvskriven.')
  await web.admin.delete(`/v4/place/${id}?deletedby=Cecilia`)
  await page.getByText(en.edit.gone).waitFor()
  await assertHolds(short(page), 'Halvskriven.')
})

web('a view of a place that is deleted goes on showing it, and restores it', async (web, context) => {
  const { id, slug, name } = await made(web, 'Återfunna kyrkan')
  const page = await web.open(context, `/p/${slug}/publish`)
  const history = await web.open(context, `/p/${slug}/history`)
  const revisions = history.getByRole('navigation', { name: en.history.revisions }).getByRole('listitem')
  await assertCount(revisions, 1)
  await page.getByRole('button', { name: en.publish.delete }).waitFor()
  await web.admin.delete(`/v4/place/${id}?deletedby=Cecilia`)
  await page.getByRole('button', { name: en.publish.restore }).click()
  await page.getByText(en.publish.restored(name)).waitFor()
  await page.getByRole('button', { name: en.publish.delete }).waitFor()
  await assertCount(revisions, 3)
})

web('tabs share one stream, which the next visible one takes over', async (web, context) => {
  const { id, slug } = await made(web, 'Flikkyrkan')
  const first = await web.open(context, `/p/${slug}`)
  await assertBecomes(() => openStreams(web), 1)
  const second = await first.context().newPage()
  await second.goto(first.url())
  await readingOf(second, 'Flikkyrkan')
  const write = async (shortDescription: string) =>
    accepted(await web.admin.patch(`/v4/place/${id}`, { shortDescription, updatedBy: 'Cecilia' }), 204)
  const change = async (text: string, pages: readonly Page[]) => {
    await write(text)
    for (const page of pages) await page.getByText(text).waitFor()
    await assertBecomes(() => openStreams(web), 1)
  }
  await change('Ett.', [first, second])
  await see(first, 'hidden')
  await change('Två.', [second])
  await second.close()
  await assertBecomes(() => openStreams(web), 0)
  await write('Tre.')
  await see(first, 'visible')
  await first.getByText('Tre.').waitFor()
  await assertBecomes(() => openStreams(web), 1)
})

web('a page goes on from what it has read, and reads again what has seen the change', async (web, context) => {
  const { id, slug } = await made(web, 'Följdkyrkan')
  const page = await web.open(context, `/p/${slug}`)
  const [stream] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('/changes')),
    page.reload(),
  ])
  const drawn = await page.locator('article').getAttribute('data-revision')
  assert.equal(stream.headers()['last-event-id'], drawn)
  const again = page.waitForRequest((request) => request.url() === page.url())
  const written = await web.admin.patch(`/v4/place/${id}`, { shortDescription: 'Ny.', updatedBy: 'Cecilia' })
  assert.equal((await again).headers()['gazetteer-revision'], written.headers.get('gazetteer-revision'))
  await page.getByText('Ny.').waitFor()
})

web('the pins of the map follow what others change', async (web, context) => {
  const { id } = await made(web, 'Kartkyrkan')
  const page = await web.open(context, '/robots.txt', { map: true })
  const tileWith = (text: string) =>
    page.waitForResponse(
      async (answer) => answer.url().includes('/place/tiles/') && (await answer.text()).includes(text),
    )
  const first = tileWith('Kartkyrkan')
  await page.goto(new URL('/?q=kartkyrkan', page.url()).href)
  await first
  await settle(page)
  const changed = tileWith('Kartkyrkan norra')
  accepted(await web.admin.patch(`/v4/place/${id}`, { name: 'Kartkyrkan norra', updatedBy: 'Cecilia' }), 204)
  await changed
})
