import { html } from 'hono/html'
import { code, type Guide, say, section } from './guide.ts'

const first = (base: string): string => `import { answerOf, createBindery } from '@bindery/client'
import { waitForHomeownersQuotes } from '@bindery/client/wait-for-quotes'

const bindery = createBindery({ url: '${base}', key: process.env.OPERATOR_KEY })
const { uid } = answerOf(
  await bindery.POST('/api/agent/homeowners/quotes', {
    body: { sandbox: true, intake, credit_check_authorized: true },
  }),
)
const { offers } = await waitForHomeownersQuotes(bindery, uid)`

const refusal = `try {
  answerOf(await bindery.POST('/api/agent/umbrella/status', { body: { uid } }))
} catch (error) {
  if (error instanceof BinderyError) console.error(error.status, error.failure.error, error.message)
}`

export const clientGuide: Guide = {
  path: '/docs/client',
  title: 'TypeScript client',
  summary: 'Every operation with its types, retries, idempotency keys and waiting for quotes.',
  write: ({ base }) => html`
${say('The package `@bindery/client` is made from the contract: a path, a field or a status that does not exist does not compile. It runs wherever `fetch` does, and belongs on a server, since it holds your key.')}
${section('From the application to the offers', code(first(base)))}
${section(
  'What it does for you',
  html`<ul>
<li><strong>Retries.</strong> On 429 it waits as long as <code>Retry-After</code> says and calls again. After a lost connection or a 5xx it calls again where that is safe: reads, and changes with a key.</li>
<li><strong>Idempotency keys.</strong> Each change gets one of its own, the same in every retry, where the service remembers keys: not while you ask for a credential. Set <code>Idempotency-Key</code> yourself to be safe across a restart of your program.</li>
<li><strong>Waiting.</strong> <code>waitForHomeownersQuotes</code> and <code>waitForUmbrellaQuotes</code> hold on while carriers are asked, and tell the progress to <code>onProgress</code>.</li>
</ul>`,
)}
${section(
  'When the service says no',
  say('`answerOf` gives the answer, or throws a `BinderyError` with the status and the whole error body:'),
  code(refusal),
)}
<p>No TypeScript? <a href="/openapi.yaml">The contract</a> makes a client in any language.</p>`,
}
