import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startCarrier } from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { createDatabase } from '../../support/database/database.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake } from '../../support/people/homeowner-applications.ts'
import { until } from '../../support/runs/until.ts'
import { startProcess } from '../../support/servers/process.ts'

type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string }
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

const startCollector = async () => {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString('utf8'))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const spans = (): Span[] =>
    bodies.flatMap(body =>
      (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(s => s.spans),
      ),
    )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, spans }
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

test('a trace goes from the request through the job to the carrier, and holds no personal data', async () => {
  const collector = await startCollector()
  const carrier = await startCarrier()
  onTestFinished(() => carrier.close())
  const service = await startProcess({
    databaseUrl: await createDatabase(),
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      CARRIERS_FILE: carriersFile([{ id: 'far', url: carrier.url }]),
    },
  })
  const email = newEmail()
  const key = await getKey(service.url, email)
  const intake = completeIntake()
  await call(`${service.url}/api/agent/homeowners/quotes`, {
    key,
    headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` },
    body: { intake, credit_check_authorized: true },
  })
  const ours = () => collector.spans().filter(({ traceId }) => traceId === TRACE)
  const named = (name: string) => ours().find(span => span.name === name)
  const steps = ['POST /api/agent/homeowners/quotes', 'job quote_homeowners', 'call far']
  await until(() => steps.every(named))
  const [request, job, asked] = steps.map(named)
  expect(request?.parentSpanId).toBe('00f067aa0ba902b7')
  expect(job?.parentSpanId).toBe(request?.spanId)
  expect(asked?.parentSpanId).toBe(job?.spanId)
  expect(carrier.seen[0]?.headers.traceparent).toBe(`00-${TRACE}-${asked?.spanId}-01`)
  const sent = collector.bodies.join('\n')
  for (const secret of [email, key, intake.full_name, intake.email, intake.birthday, 'Elm Street'])
    expect(sent).not.toContain(secret)
  expect(await service.stop()).toBe(0)
})
