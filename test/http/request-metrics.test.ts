import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from '../../src/http/observability/metrics.ts'

test('requests are counted by method, route and status, and timed in cumulative buckets', async () => {
  const metrics = createMetrics()
  metrics.request('GET', '/place', 200, 0.0001)
  metrics.request('GET', '/place', 200, 0.0002)
  metrics.request('GET', '/place', 404, 60)
  metrics.request('PUT', '/place', 201, 0.003)
  const lines = (await metrics.text()).split('\n')
  for (const line of [
    '# TYPE gazetteer_requests_total counter',
    'gazetteer_requests_total{method="GET",route="/place",status="200"} 2',
    'gazetteer_requests_total{method="GET",route="/place",status="404"} 1',
    'gazetteer_requests_total{method="PUT",route="/place",status="201"} 1',
    '# TYPE gazetteer_request_seconds histogram',
    'gazetteer_request_seconds_bucket{le="0.0001",method="GET",route="/place"} 1',
    'gazetteer_request_seconds_bucket{le="0.00025",method="GET",route="/place"} 2',
    'gazetteer_request_seconds_bucket{le="10",method="GET",route="/place"} 2',
    'gazetteer_request_seconds_bucket{le="+Inf",method="GET",route="/place"} 3',
    'gazetteer_request_seconds_sum{method="GET",route="/place"} 60.0003',
    'gazetteer_request_seconds_count{method="GET",route="/place"} 3',
    'gazetteer_request_seconds_count{method="PUT",route="/place"} 1',
  ]) {
    assert.equal(lines.filter((one) => one === line).length, 1, line)
  }
  assert.ok(lines.some((line) => line.startsWith('gazetteer_commit_seconds_bucket')))
  metrics.close()
})

test('the text of the metrics is in the format of Prometheus: each name is declared once, ours are samples', async () => {
  const metrics = createMetrics()
  metrics.request('GET', '/place', 200, 0.001)
  const text = await metrics.text()
  const declared = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name)
  assert.equal(new Set(declared).size, declared.length)
  for (const line of text.split('\n').filter((one) => one.startsWith('gazetteer_'))) {
    assert.match(line, /^[a-z_]\w*(\{(\w+="[^"]*",?)+\})? -?[\d.]+(e[+-]?\d+)?$/)
  }
  assert.ok(text.endsWith('\n') && !text.endsWith('\n\n'))
  metrics.close()
})
