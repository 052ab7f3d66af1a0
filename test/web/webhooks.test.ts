import assert from 'node:assert/strict'
import { accepted, validPlace } from '../support/client.ts'
import { assertAccessible, webSuite } from '../support/web.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const web = webSuite({
  env: { WEBHOOK_HTTP: 'true', WEBHOOK_ALLOW: '127.0.0.0/8', SECRETS_KEY: 'a-key-of-the-tests-with-32-characters' },
})

web('a webhook is registered, tried, looked after, replayed and given a new secret', async (web, context) => {
  const { open, admin } = web
  const receiver = await startReceiver(context)
  const keys = { name: 'the register', permissions: ['read'] }
  accepted(await admin.post('/keys', keys), 201)
  const page = await open(context, '/manage/webhooks', { expects: /400/ })
  await page.getByText('There are no webhooks yet').waitFor()
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('ftp://127.0.0.1/')
  await dialog.getByRole('combobox', { name: /^Key that decides/ }).click()
  await page.getByRole('option', { name: 'the register' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/^Enter an address/).waitFor()
  await assertAccessible(page, 'a new webhook')
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const secret = page.getByRole('dialog').locator('pre')
  const first = await secret.innerText()
  await receiver.order({ secrets: [first] })
  await page.getByRole('button', { name: 'I have saved it' }).click()

  const act = (name: string) => page.getByRole('button', { name: `${name}: ${receiver.url}`, exact: true }).click()
  const actMore = async (name: string) => {
    await act('More')
    await page.getByRole('menuitem', { name: `${name}: ${receiver.url}`, exact: true }).click()
  }
  await act('Try')
  await page.getByText(/^It was received/).waitFor()
  assert.ok(receiver.received[0]!.isSigned)

  await receiver.order({ always: 'refuse' })
  accepted(await admin.put('/place', validPlace({ name: 'Dom' })), 201)
  await page.getByText('Not receiving').waitFor()
  await page.getByText(/not delivered, \d+ attempts? since/).waitFor()
  await assertAccessible(page, 'a webhook that refuses')
  const swedish = await open(context, '/manage/webhooks', { language: 'sv' })
  await swedish.getByText(/ · den svarade 5\d\d · med behörigheterna för the register/).waitFor()
  await actMore('Attempts')
  await dialog.getByText('the database is away').first().waitFor()
  await assertAccessible(page, 'the attempts of a webhook')
  await page.keyboard.press('Escape')
  await actMore('Skip')
  await dialog.getByRole('button', { name: 'Skip' }).click()
  await page.getByText('everything is sent').waitFor()
  await actMore('Attempts')
  await receiver.order({ always: 'take' })
  await dialog.getByRole('region', { name: 'Not delivered' }).getByRole('button', { name: 'Send again' }).click()
  await dialog.getByRole('region', { name: 'Not delivered' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')

  const before = receiver.received.length
  await actMore('Send everything again')
  await dialog.getByRole('button', { name: 'Send everything again' }).click()
  await receiver.until((received) => received.length > before)
  await actMore('New secret')
  await dialog.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('button', { name: 'I have saved it' }).waitFor()
  assert.notEqual(await secret.innerText(), first)
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await actMore('Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('There are no webhooks yet').waitFor()
})
