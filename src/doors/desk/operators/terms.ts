import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { recordAct } from '../../../platform/audit/acts.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { checks, choice, day, line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import {
  actNames,
  acts,
  firstTerms,
  type OperatorTerms,
  payKinds,
  refusesPay,
  respaPositions,
} from '../../../platform/key/acts.ts'
import { keyCache } from '../../../platform/key/key-cache.ts'
import { lockOperator, type OperatorRow, setStanding } from '../../../platform/key/store.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { postForm } from '../parts/form.ts'
import { licensesAfter, licensesView } from '../parts/licenses.ts'
import { facts } from '../parts/table.ts'

const optionsOf = <K extends string>(names: Readonly<Record<K, string>>) =>
  keysOf(names).map(value => ({ value, label: names[value] }))

const termsForm = form({
  acts: checks('what it may do', optionsOf(actNames), {
    hint: 'Showing offers, sending a choice, and attesting also need a license or an exemption in the customer’s state, a signed agreement, and a RESPA position.',
    optional: true,
  }),
  agreement: line('Version of the agreement', { most: 60, optional: true }),
  signed_on: day('Signed on', { optional: true }),
  pay: choice('What we pay it', optionsOf(payKinds)),
  pay_terms: line('Terms of the pay', { optional: true }),
  respa: choice('RESPA position', optionsOf(respaPositions), {
    hint: 'Lenders, title companies, builders, and real estate brokers are settlement service providers.',
  }),
})

const termsIn = (sent: URLSearchParams, before: OperatorTerms, now: Date): OperatorTerms => {
  const { agreement, signed_on, pay_terms = '', ...rest } = termsForm.take(sent)
  if ((agreement === undefined) !== (signed_on === undefined))
    throw termsForm.refusal({ signed_on: 'Enter the version of the agreement and the day it was signed.' })
  if (refusesPay(rest))
    throw termsForm.refusal({
      pay: 'RESPA, section 8, lets no settlement service provider be paid for a referral. Choose Nothing, or another RESPA position.',
    })
  return {
    ...before,
    ...rest,
    pay_terms,
    agreement: agreement !== undefined && signed_on !== undefined ? { version: agreement, signed_on } : null,
    recorded_at: now.toISOString(),
  }
}

const FIRST = 'Record the standing first, then its licenses.'

const agreementWords = ({ agreement }: OperatorTerms): string =>
  agreement ? `${agreement.version}, signed ${dayWords(agreement.signed_on)}` : 'None on record'

const payWords = ({ pay, pay_terms }: OperatorTerms): string =>
  [payKinds[pay], pay_terms].filter(Boolean).join('. ')

const noteOf = (terms: OperatorTerms, part: TermsPart): string =>
  part === 'licenses'
    ? terms.licenses.map(({ state, number, expires }) => `${state} ${number} until ${expires}`).join('; ')
    : [
        terms.acts.map(act => actNames[act]).join('; '),
        `Agreement: ${agreementWords(terms)}`,
        `Pay: ${payWords(terms)}`,
        `RESPA: ${respaPositions[terms.respa]}`,
      ].join('. ')

type TermsPart = 'terms' | 'licenses'

type Recording = { actor: string; operatorUid: string; sent: URLSearchParams; part: TermsPart }

export const recordTerms = (app: App, { actor, operatorUid, sent, part }: Recording): Promise<void> =>
  transact(app, async inside => {
    const operator = (await lockOperator(inside.db, operatorUid)) ?? fail('not_found')
    const now = inside.clock.now()
    const before =
      operator.terms ?? (part === 'terms' ? firstTerms(now) : fail('conflict', { message: FIRST }))
    const terms =
      part === 'terms'
        ? termsIn(sent, before, now)
        : { ...before, licenses: licensesAfter(before.licenses, sent), recorded_at: now.toISOString() }
    await setStanding(inside.db, operatorUid, { terms: JSON.stringify(terms) })
    inside.afterCommit(() => keyCache(app).forgetAll())
    await recordAct(inside, {
      about: operatorUid,
      act: `${part}_recorded`,
      actor,
      note: noteOf(terms, part),
    })
  })

type View = { operator: OperatorRow; today: string; everyAct: boolean; token: Html | null }

const given = ({ agreement, ...terms }: OperatorTerms) => ({
  ...terms,
  ...(agreement && { agreement: agreement.version, signed_on: agreement.signed_on }),
})

const recorded = (terms: OperatorTerms) =>
  facts([
    {
      label: 'May',
      value:
        terms.acts.length === 0
          ? 'Nothing'
          : html`<ul>${terms.acts.map(act => html`<li>${actNames[act]}</li>`)}</ul>`,
    },
    { label: 'Agreement', value: agreementWords(terms) },
    { label: 'Pay', value: payWords(terms) },
    { label: 'RESPA', value: respaPositions[terms.respa] },
  ])

const EARLIER =
  'Approved before standings were recorded, so every act is open in every state until you record one.'

export const termsView = ({ operator: { operator_uid, terms }, today, everyAct, token }: View): Html => {
  const path = `/desk/operators/${operator_uid}`
  return html`${everyAct ? html`<p class="callout">OPERATOR_ACTS is all: every approved operator may do every act, whatever is recorded here.</p>` : ''}
${terms ? recorded(terms) : html`<p class="callout warning">${EARLIER}</p>`}
${
  token
    ? html`<details><summary>Record the standing</summary>
${postForm({
  token,
  path: `${path}/terms`,
  label: 'Record the standing',
  body: html`${termsForm.draw({ within: 'terms', given: terms ? given(terms) : { acts } })}<button>Record</button>`,
})}</details>`
    : ''
}
${
  terms
    ? html`<h3>Licenses and exemptions</h3>
${licensesView({ licenses: terms.licenses, today, path: `${path}/licenses`, token })}`
    : ''
}`
}
