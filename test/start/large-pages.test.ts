import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { environmentForLargePages } from '../../src/start/large-pages.ts'
import { startProcess, temporaryFolder } from '../support/process.ts'

const asked = 'always [madvise] never\n'

test('large pages are asked for where the system gives them to those who ask', () => {
  const environment = environmentForLargePages({ environment: { PORT: '1' }, setting: asked })
  assert.equal(environment?.PORT, '1')
  assert.match(environment?.GLIBC_TUNABLES ?? '', /^glibc\.malloc\.hugetlb=1:/)
})

test('what the system or the operator has decided about large pages stays', () => {
  for (const setting of [undefined, '[always] madvise never\n', 'always madvise [never]\n']) {
    assert.equal(environmentForLargePages({ environment: {}, setting }), undefined)
  }
  for (const GLIBC_TUNABLES of ['', 'glibc.malloc.hugetlb=0']) {
    assert.equal(environmentForLargePages({ environment: { GLIBC_TUNABLES }, setting: asked }), undefined)
  }
})

const settingFile = '/sys/kernel/mm/transparent_hugepage/enabled'
const givesToThoseWhoAsk = existsSync(settingFile) && readFileSync(settingFile, 'utf8').includes('[madvise]')

test('a service asks for large pages as the process that was started', {
  skip: !givesToThoseWhoAsk && 'the system does not leave large pages to those who ask',
}, async (context) => {
  const { pid } = await startProcess(context, temporaryFolder(context))
  assert.match(readFileSync(`/proc/${pid}/environ`, 'utf8'), /GLIBC_TUNABLES=glibc\.malloc\.hugetlb=1/)
})
