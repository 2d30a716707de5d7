import { html } from 'hono/html'
import { exampleIntake } from '../../../products/umbrella/examples.ts'
import { CLIENT_PATH } from '../client-tarball.ts'
import { codeBlock, type Guide, paragraph, section } from './guide.ts'

const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll('"', "'")

export const clientExample = (
  base: string,
): string => `import { answerOf, BinderyError, createBindery } from '@bindery/client'
import { waitForUmbrellaPolicy } from '@bindery/client/wait-for-policy'
import { waitForUmbrellaQuotes } from '@bindery/client/wait-for-quotes'

const bindery = createBindery({ url: '${base}', key: process.env.OPERATOR_KEY })
const intake = ${literal(exampleIntake)}

const draft = answerOf(
  await bindery.POST('/api/agent/umbrella/draft', { body: { sandbox: true, intake } }),
)
const { uid, review_token } = draft
if (review_token === undefined) throw new Error(draft.response_summary)
// The buyer reads the review and agrees to it.
answerOf(
  await bindery.POST('/api/agent/umbrella/quotes', { body: { uid, review_token, review_confirmed: true } }),
)
const { offers = [] } = await waitForUmbrellaQuotes(bindery, uid)
console.log(offers.map(({ carrier, annual_price }) => [carrier, annual_price]))
const [, chosen] = offers
if (chosen === undefined) throw new Error('There is no second offer')

// The buyer chooses an offer, answers the last questions, and consents to the credit check.
const inTwoWeeks = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000)
answerOf(
  await bindery.POST('/api/agent/umbrella/select', {
    body: {
      uid,
      selection_token: chosen.selection_token,
      selection_confirmed: true,
      credit_consent: { answer: 'Yes', collected_from_user: true },
      intake: {
        vehicles: [
          { year: 2020, make: 'Toyota', model: 'Camry' },
          { year: 2017, make: 'Honda', model: 'Pilot' },
        ],
        effective_date: inTwoWeeks.toISOString().slice(0, 10),
        prior_carrier: 'none',
      },
    },
  }),
)
// The buyer reads the purchase and confirms it.
try {
  answerOf(await bindery.POST('/api/agent/umbrella/bind', { body: { uid, bind_confirmed: true } }))
} catch (error) {
  if (error instanceof BinderyError) console.error(error.status, error.failure.error, error.message)
  throw error
}
const { status, policy } = await waitForUmbrellaPolicy(bindery, uid)
console.log(status, policy)
`

export const clientGuide: Guide = {
  path: '/docs/client',
  title: 'TypeScript client',
  summary: 'Typed operations with retries, idempotency keys, and waiting for quotes.',
  write: ({ base }) => html`
${paragraph('The package `@bindery/client` is generated from the contract, so an unknown path, field, or status does not compile. It runs anywhere `fetch` does. Use it on a server, because it holds your key.')}
${section(
  'Install',
  paragraph('This service hands out the package that fits it:'),
  codeBlock(`npm install ${base}${CLIENT_PATH}`),
)}
${section('From the application to the policy', codeBlock(clientExample(base).trim()))}
${section(
  'What it does for you',
  html`<ul>
<li><strong>Retries.</strong> On 429 it waits for <code>Retry-After</code> and retries. After a lost connection or a 5xx it retries only what is safe: reads, and changes with an idempotency key.</li>
<li><strong>Idempotency keys.</strong> Each change gets its own key and reuses it in retries. Calls that request a credential have none. Set <code>Idempotency-Key</code> yourself if retries must survive a restart of your program.</li>
<li><strong>Waiting.</strong> <code>waitForHomeownersQuotes</code> and <code>waitForUmbrellaQuotes</code> wait until carriers have replied and report progress to <code>onProgress</code>. <code>waitForUmbrellaPolicy</code> waits until the policy is issued or a person has to act.</li>
<li><strong>Either line.</strong> A response under <code>/api/intake/{uid}</code> is about one line or the other. TypeScript asks which: <code>'preview_token' in answer</code>.</li>
</ul>`,
)}
${section(
  'Errors',
  paragraph(
    '`answerOf` returns the response body, or throws a `BinderyError` with `status` and the error body in `failure`. `failure.error` and the `code` of each of `failure.fields` are for programs. The message is for people, and lists what is wrong with each field.',
  ),
)}
<p>Not using TypeScript? Generate a client for your language from <a href="/openapi.yaml">the contract</a>.</p>`,
}
