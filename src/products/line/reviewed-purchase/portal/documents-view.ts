import { html } from 'hono/html'
import { nameTitle } from '../../../../platform/lib/name-words.ts'
import { fieldId, fieldView } from '../../../../platform/pages/fields.ts'
import type { Html } from '../../../../platform/pages/html.ts'
import { KEPT_FORM } from '../../../../platform/pages/language-switch.ts'
import { carrierWords } from '../../portal/carrier-words.ts'
import { errorAt, type Screen, stepBody } from '../../portal/screen.ts'
import { lineOf, type ReviewedLine } from '../reviewed-line.ts'
import { questionsIn } from './questions.ts'
import { chosenCard, type ReviewContext, startView } from './review-context.ts'
import { askedView } from './review-view.ts'
import { say, sayHtml, sayKnown } from './say.ts'

export const uploadLabel = ({ portal }: ReviewedLine, type: string): string =>
  sayKnown(portal.uploads[type]?.label ?? type)

const STATUSES = {
  in_review: { tone: 'info', words: 'Being reviewed' },
  accepted: { tone: 'success', words: 'Accepted' },
  rejected: { tone: 'danger', words: 'Not accepted' },
} as const

export const sentDocuments = ({ view, session: { documents = [] } }: ReviewContext): Html =>
  documents.length === 0
    ? html``
    : html`<section class="card bound sheet" aria-labelledby="sent">
<h2 id="sent">${say('What you sent')}</h2>
<ul class="estimates">
${documents.map(({ type, filename, status, reason }) => {
  const { tone, words } = STATUSES[status]
  return html`<li class="estimate">
<div class="said"><h3>${uploadLabel(lineOf(view), type)}</h3><p class="answer">${filename}</p></div>
<p class="small soft"><span class="badge ${tone}">${say(words)}</span> ${sayKnown(reason ?? '')}</p>
</li>`
})}
</ul>
</section>`

/** What has to be sent again, above the form that sends it. */
const notAccepted = ({ view, session: { documents = [] } }: ReviewContext): Html =>
  html`${documents
    .filter(({ status }) => status === 'rejected')
    .map(
      ({ type, filename, reason }) =>
        html`<p class="callout warning"><strong>${uploadLabel(lineOf(view), type)} (${filename}): ${say('Not accepted')}.</strong> ${sayKnown(reason ?? '')}</p>`,
    )}`

const isSent = ({ session }: ReviewContext, type: string): boolean =>
  !(session.required_upload_types ?? []).includes(type)

const fileField = (context: ReviewContext, type: string): Html => {
  const { label = type, hint = '' } = lineOf(context.view).portal.uploads[type] ?? {}
  const error = errorAt(context, type)
  return html`<div class="field wide">
<label for="${fieldId(type)}">${sayKnown(label)}</label>
<p class="hint small" id="${type}-hint">${sayKnown(hint)}</p>
${error ? html`<p class="error-text small" id="${type}-error">${error}</p>` : ''}
${isSent(context, type) ? html`<p class="small soft">${say('You’ve sent this. If you choose files here, they replace what you sent.')}</p>` : ''}
<input type="file" multiple id="${fieldId(type)}" name="${type}" accept=".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg" aria-describedby="${type}-hint${error ? ` ${type}-error` : ''}"${error ? html` aria-invalid="true"` : ''}>
</div>`
}

export const typesToSend = ({ session, view }: ReviewContext): string[] => {
  const { required_upload_types: missing = [], documents = [] } = session
  const sent = view.status === 'documents_needed' ? documents.map(({ type }) => type) : []
  return missing.length === 0 ? [] : [...new Set([...missing, ...sent])]
}

const uploadForm = (context: ReviewContext): Html => {
  const types = typesToSend(context)
  return types.length === 0
    ? html``
    : html`<form method="post" action="${context.path}/documents" enctype="multipart/form-data" class="card bound sheet" aria-labelledby="send" novalidate>
${context.token}
<h2 id="send">${types.length === 1 ? say('Send this document') : say('Send these documents')}</h2>
<p class="soft">${say('PDFs, or clear photos (JPEG or PNG), up to 10 MB each. Choose all pages of a policy together. You can also send one policy at a time.')}</p>
${types.map(type => fileField(context, type))}
<p class="row"><button>${say('Send')}</button></p>
</form>`
}

export const documentsStep = (context: ReviewContext, more: Html): Screen => ({
  title: say('Documents'),
  body: stepBody(
    context,
    {
      heading: say('Send your declarations pages'),
      lede: sayKnown(lineOf(context.view).portal.documents),
    },
    html`${notAccepted(context)}
${startView(context)}
${uploadForm(context)}
${sentDocuments(context)}
${chosenCard(context)}
${more}`,
  ),
})

const inWords = (context: ReviewContext, name: string): Html =>
  fieldView({
    name,
    label: name === 'answer' ? say('Your answer') : nameTitle(name),
    error: errorAt(context, name),
    texts: [context.typed.get(name) ?? ''],
    wide: true,
    control: { kind: 'line' },
  })

export const infoQuestions = ({ view, purchase: { asked } }: ReviewContext) =>
  questionsIn(view, { fields: asked.fields })

export const ASKED = 'asked'

const answerForm = (context: ReviewContext): Html => {
  const { asked } = context.purchase
  return asked.fields.length + asked.inWords.length === 0
    ? html``
    : html`<form method="post" action="${context.path}/answer" id="${KEPT_FORM}" class="card bound sheet" aria-labelledby="answers" novalidate>
${context.token}<input type="hidden" name="${ASKED}" value="${asked.token}">
<h2 id="answers">${say('Your answer')}</h2>
${infoQuestions(context).map(question => askedView(context, question))}
${asked.inWords.map(name => inWords(context, name))}
<p class="row"><button>${say('Send my answer')}</button></p>
</form>`
}

const isForStaff = ({ session, purchase: { asked } }: ReviewContext): boolean =>
  asked.fields.length + asked.inWords.length + (session.required_upload_types ?? []).length === 0

export const infoStep = (context: ReviewContext, more: Html): Screen => ({
  title: say('More information'),
  body: stepBody(
    context,
    {
      heading: context.purchase.asked.isAboutDocuments
        ? say('We need more information')
        : say('The insurance company needs more information'),
      lede: isForStaff(context)
        ? say('We’re working this out with the company. You don’t need to do anything on this page.')
        : say('Answer here, or tell your agent. Your purchase is on hold until then.'),
    },
    html`<p class="callout warning">${sayHtml('More information is required to issue the policy. {reason}', { reason: carrierWords(context.purchase.toldBy.info) })}</p>
${startView(context)}
${answerForm(context)}
${uploadForm(context)}
${chosenCard(context)}
${more}`,
  ),
})
