import { html } from 'hono/html'
import type { PortalQuestion, PortalView } from '../../homeowners/portal/facts.ts'
import { fieldView } from '../../pages/fields.ts'
import type { Html } from '../../pages/frame.ts'
import { knownView } from '../form/known.ts'
import { questionField } from '../form/question-field.ts'
import { inWords, type Step } from '../frame/step.ts'
import { agreement } from './agreement.ts'
import { errorAt, leaf, type Sheet } from './sheet.ts'

export const CONSENT_FIELD = 'credit_check_authorized'

const question = (sheet: Sheet, asked: PortalQuestion): Html =>
  fieldView(
    questionField(asked, {
      text: sheet.typed.get(asked.name) ?? '',
      error: errorAt(sheet, asked.name),
    }),
  )

type Group = { heading: string; about?: string; questions: readonly PortalQuestion[] }

const group = (sheet: Sheet, { heading, about, questions }: Group): Html =>
  questions.length === 0
    ? html``
    : html`<section class="card bound sheet">
<h2>${heading}</h2>
${about ? html`<p class="soft">${about}</p>` : ''}
${questions.map(asked => question(sheet, asked))}
</section>`

const homeGroups = (sheet: Sheet): Html[] => {
  const { questions, homes } = sheet.view
  const indexes = [...new Set(questions.flatMap(({ path: [, at] }) => (typeof at === 'number' ? [at] : [])))]
  return indexes.map(index =>
    group(sheet, {
      heading: 'About your home',
      about: homes[index]?.address ?? '',
      questions: questions.filter(({ path }) => path[1] === index),
    }),
  )
}

const intro = html`<p>Insurance companies may look at a credit-based score to make a price, where the state allows it. They need your permission. It is a soft inquiry: it does not change your credit score, and lenders do not see it.</p>`

const authorization = (sheet: Sheet): Html =>
  sheet.view.creditAuthorization.given
    ? html``
    : agreement(sheet, sheet.view.creditAuthorization, {
        name: CONSENT_FIELD,
        heading: 'Your authorization',
        intro: html`${intro}${knownView(sheet.application)}`,
        label: 'I have read this, and I authorize it.',
      })

const heading = ({ questions }: PortalView): string =>
  questions.length === 0
    ? 'One thing is left: your authorization'
    : inWords(questions.length, 'answer is missing', 'answers are missing')

/** Only what is missing, then the authorization: one form, one button. */
export const answersStep = (sheet: Sheet): Step => {
  const { view } = sheet
  return {
    title: 'Answers',
    body: leaf(
      sheet,
      {
        heading: heading(view),
        lede: 'Only you can do this. Then insurance companies are asked for their offers.',
      },
      html`<form method="post" action="/portal/answers" novalidate>
${sheet.token}
${group(sheet, { heading: 'About you', questions: view.questions.filter(({ path }) => path.length === 1) })}
${homeGroups(sheet)}
${authorization(sheet)}
<p class="row"><button>Get my quotes</button>${view.questions.length > 0 ? html` <button class="quiet" name="later" value="yes">Save, and finish later</button>` : ''}</p>
</form>`,
    ),
  }
}
