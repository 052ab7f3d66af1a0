import assert from 'node:assert/strict'
import { accepted, client } from '../support/client.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { assertAccessible } from '../support/web.ts'
import { atProvider, endSessions, outside, providerSuite, signIn } from './provider-suite.ts'

const web = providerSuite()

web('a session that ends while somebody types loses nothing', async ({ open, url, admin, mine }) => {
  const page = await open('/')
  await signIn(page)
  await page.goto(`${url}/p/${mine.slug}/edit`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Uppsala domkyrka')
  assert.equal(await endSessions(admin), 1)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const again = page.getByRole('link', { name: 'Sign in again' })
  await again.waitFor()
  await assertAccessible(page, 'ended session')
  const [tab] = await Promise.all([page.waitForEvent('popup'), again.click()])
  await tab.waitForURL(/\/edit$/)
  await page.bringToFront()
  await page.evaluate("dispatchEvent(new Event('focus'))")
  await until('it is known that the session is there again', async () => (await again.count()) === 0)
  assert.equal(await name.inputValue(), 'Uppsala domkyrka')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Uppsala domkyrka' }).waitFor()
})

web('who signs in again where a form was comes back to it with its text', async ({ open, url, admin, mine }) => {
  const page = await open('/')
  await signIn(page)
  await page.goto(`${url}/p/${mine.slug}/edit`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Uppsala domkyrka')
  assert.equal(await endSessions(admin), 1)
  await page.waitForFunction(() => Object.keys(sessionStorage).some((name) => name.startsWith('gazetteer.draft.')))
  await page.reload()
  await page.getByRole('link', { name: 'Sign in with Test' }).click()
  await page.waitForURL(/\/edit$/)
  await until('the text is there again', async () => (await name.inputValue()) === 'Uppsala domkyrka')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Uppsala domkyrka' }).waitFor()
})

web('who signs in after another finds nothing of what that one had begun', async ({ open, url, admin, mine }) => {
  const page = await open('/')
  await signIn(page)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const isKept = () => page.evaluate<boolean>("Object.keys(sessionStorage).some((name) => name.includes('draft'))")
  const endSession = async () => {
    assert.equal(await endSessions(admin), 1)
    // Nor does the provider know anybody any more.
    await page.context().clearCookies()
  }
  await page.goto(`${url}/p/${mine.slug}/edit`)
  await name.fill('Only for Anna')
  await until('the text is kept', isKept)
  await endSession()
  await page.reload()
  await page.getByRole('link', { name: 'Sign in with Test' }).click()
  await atProvider(page, 'bo')
  await page.waitForURL(/\/edit$/)
  await until('the text is gone', async () => !(await isKept()))
  await until('the place is shown as it is', async () => (await name.inputValue()) === mine.name)
  // In a tab that stays open meanwhile too.
  await page.goto(`${url}/manage/new`)
  await name.fill('Only for Bo')
  await until('the new text is kept', isKept)
  await endSession()
  await page.getByRole('button', { name: 'Create as draft', exact: true }).click()
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Sign in again' }).click(),
  ])
  await atProvider(tab, 'anna')
  await tab.waitForURL(/\/new$/)
  await page.bringToFront()
  await page.evaluate("dispatchEvent(new Event('focus'))")
  await until('the form is empty', async () => (await name.inputValue()) === '')
  assert.equal(await isKept(), false)
})

web('whom no role fits is told so in the own language, and gets to another account', async ({ open }) => {
  const page = await open('/manage', { language: 'sv', expects: new RegExp(`403|${outside.source}`) })
  await page.getByRole('link', { name: 'Logga in med Test' }).click()
  await atProvider(page, 'cia')
  await page.getByRole('heading', { level: 1, name: 'Du saknar behörighet' }).waitFor()
  await page.getByText('Cia Alm: groups: choir').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Gazetteer' }).getAttribute('href'), '../')
  await assertAccessible(page, 'no role fits')
  await page.getByRole('link', { name: 'Logga in med ett annat konto' }).click()
  await atProvider(page)
  await page.waitForURL(/\/manage$/)
  await page.getByRole('button', { name: 'Inloggad som Anna Berg' }).waitFor()
})

web('who goes on with a key leaves no session behind when signing out', async ({ open, admin }) => {
  const { body } = await admin.post<{ key: string }>('/keys', { name: 'boss', permissions: ['admin'] })
  const page = await open('/manage/keys')
  await page.getByRole('link', { name: 'Sign in with Test' }).click()
  await atProvider(page)
  await page.getByRole('button', { name: 'Sign in as someone else' }).click()
  await page.getByRole('button', { name: 'Use a key' }).click()
  await page.getByLabel('Key', { exact: true }).fill(body.key)
  await page.getByLabel('Your name').fill('Bo Ek')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Signed in as Bo Ek' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in with Test' }).waitFor()
  assert.deepEqual((await admin.get<readonly object[]>('/sessions')).body, [])
})

web('who asks too often is signed in still, and is told what is amiss', async ({ open, admin, url }) => {
  const { body } = await admin.post<{ id: string; key: string }>('/keys', {
    ...{ name: 'busy', permissions: ['read', 'update'], owners: ['uppsala'], rateLimit: '2/h' },
  })
  await client(url, body.key).get('/keys/self')
  const page = await open('/', { key: body.key, expects: /429/ })
  await page.getByRole('button', { name: 'Signed in', exact: true }).click()
  await page.getByText('your permissions could not be loaded. More than 2 requests in 3600 seconds').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Sign in' }).count(), 0)
  await assertAccessible(page, 'over the limit')
  accepted(await admin.patch(`/keys/${body.id}`, { rateLimit: null }))
  await page.reload()
  await page.getByRole('button', { name: 'Signed in as Anna Berg' }).click()
  await page.getByText('change for Pastorat uppsala').waitFor()
})

web('an admin sees who is signed in, and ends sessions', async ({ open, admin }) => {
  const editor = await open('/')
  await signIn(editor)
  const { body } = await admin.post<{ key: string }>('/keys', { name: 'boss', permissions: ['admin'] })
  const page = await open('/manage/keys', { key: body.key })
  await page.getByText('create, change for Pastorat uppsala').waitFor()
  await page.getByRole('button', { name: 'End the session of Anna Berg' }).click()
  await until('it has ended', async () => (await admin.get<readonly object[]>('/sessions')).body.length === 1)
  await page.getByRole('button', { name: 'End the session of Anna Berg' }).waitFor({ state: 'detached' })
})

web('the link that a start prints signs a browser in', async ({ open }, context) => {
  const service = await startService({ atTerminal: true })
  context.after(() => service.close())
  const { pathname, hash } = new URL(service.link!)
  const page = await open(pathname + hash, { origin: service.url, expects: /403.*auth\/code/ })
  await page.getByRole('button', { name: 'Signed in as first sign-in' }).waitFor()
  assert.equal(new URL(page.url()).hash, '')
  await page.goto('about:blank')
  await page.goto(service.link!)
  await page.getByText('the link was used already').waitFor()
})
