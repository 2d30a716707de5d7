import { html } from 'hono/html'
import { fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { KEPT_FORM } from '../../../platform/pages/language-switch.ts'
import type { PortalView } from '../../../products/homeowners/portal/view.ts'
import { agreement } from '../form/agreement.ts'
import { shownField } from '../form/corrections.ts'
import { questionField } from '../form/question-field.ts'
import { noticesView } from '../form/signature-field.ts'
import { numberWords, type Screen } from '../frame/screen.ts'
import { errorAt, stepBody } from '../frame/step-body.ts'
import { say } from '../words/say.ts'
import { givenAnswersView } from './given-view.ts'
import { homesField } from './homes-field.ts'
import type { StepContext } from './step-context.ts'

export const CONSENT_FIELD = 'credit_check_authorized'

const question = (context: StepContext, asked: PortalView['questions'][number]): Html =>
  html`${shownField(asked.name, '')}${fieldView(
    questionField(asked, {
      text: context.typed.get(asked.name) ?? '',
      error: errorAt(context, asked.name),
    }),
  )}`

type Group = { heading: string; about?: string; questions: readonly PortalView['questions'][number][] }

const group = (context: StepContext, { heading, about, questions }: Group): Html =>
  questions.length === 0
    ? html``
    : html`<section class="card bound sheet">
<h2>${heading}</h2>
${about ? html`<p class="soft">${about}</p>` : ''}
${questions.map(asked => question(context, asked))}
</section>`

/** Who sees it: `known_summary` shows it to the operator or the shopper's assistant. */
const readers = ({ agency }: StepContext): Html =>
  html`<p class="soft">${say(
    '{agency}, the insurance companies it asks for quotes, and the business or assistant that started this application for you can see what you enter here. If you withdraw your application, that business or assistant no longer sees it.',
    { agency: agency.name },
  )}</p>`

const homeGroups = (context: StepContext): Html[] => {
  const { questions, homes } = context.view
  const indexes = [...new Set(questions.flatMap(({ path: [, at] }) => (typeof at === 'number' ? [at] : [])))]
  return indexes.map(index =>
    group(context, {
      heading: say('About your home'),
      about: homes[index]?.address ?? '',
      questions: questions.filter(({ path }) => path[1] === index),
    }),
  )
}

const intro = () =>
  html`<p>${say('Where state law allows it, insurance companies use a credit-based insurance score to price your policy. They need your permission. This is a soft credit check: it doesn’t affect your credit score, and lenders can’t see it.')}</p>`

const authorization = (context: StepContext): Html =>
  context.view.creditAuthorization.given
    ? givenAnswersView(context)
    : html`${noticesView(context.view.compensation)}
${agreement(context, context.view.creditAuthorization, {
  name: CONSENT_FIELD,
  heading: say('Your authorization'),
  intro: html`${intro()}${givenAnswersView(context)}`,
  label: say('I have read and authorize this.'),
})}`

const heading = ({ questions }: PortalView): string =>
  questions.length === 0
    ? say('One step left: your authorization')
    : say('{count, plural, one {{number} answer is missing} other {{number} answers are missing}}', {
        count: questions.length,
        number: numberWords(questions.length),
      })

export const answersStep = (context: StepContext): Screen => {
  const { view } = context
  return {
    title: say('Answers'),
    body: stepBody(
      context,
      {
        heading: heading(view),
        lede: say('Insurance companies need this to price your policy. {agency} then gets quotes for you.', {
          agency: context.agency.name,
        }),
      },
      html`<form method="post" action="/portal/answers" id="${KEPT_FORM}" novalidate>
${context.token}${homesField(context.application)}
${view.questions.length > 0 ? readers(context) : ''}
${group(context, {
  heading: say('About you'),
  questions: view.questions.filter(({ path }) => path.length === 1),
})}
${homeGroups(context)}
${authorization(context)}
<p class="row"><button>${say('Get my quotes')}</button>${view.questions.length > 0 ? html` <button class="quiet" name="later" value="yes">${say('Save and finish later')}</button>` : ''}</p>
</form>`,
    ),
  }
}
