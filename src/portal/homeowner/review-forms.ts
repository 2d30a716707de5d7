import { confirm } from '../../homeowners/buying/confirm.ts'
import { valueFromText } from '../form/form-text.ts'
import { correctable } from '../form/known.ts'
import { answerRequired } from '../form/question-errors.ts'
import { noted } from '../frame/notices.ts'
import { formRow } from './form-row.ts'

const reviewToken = (form: URLSearchParams): string => form.get('token') ?? ''

const confirmForm = formRow({
  path: '/portal/review/confirm',
  here: '/portal/review',
  async send(app, { caller, view }, form) {
    const confirmed = view.review.homes.flatMap(({ items }) => items.map(({ name }) => name))
    await confirm(app, caller, { review_token: reviewToken(form), confirmed, corrected: {} })
    return { next: noted('/portal', 'confirmed') }
  },
})

const correctForm = formRow({
  path: '/portal/review/correct',
  here: '/portal/review',
  async send(app, { caller, view, application }, form) {
    const item = correctable(view, application).find(({ name }) => name === form.get('field'))
    const text = item ? (form.get(item.name)?.trim() ?? '') : ''
    if (item && text === '') return { errors: [answerRequired(item)] }
    const corrected = item ? { [item.name]: valueFromText(item.definition, text) } : {}
    await confirm(app, caller, { review_token: reviewToken(form), confirmed: [], corrected })
    return { next: noted('/portal', 'corrected') }
  },
})

export const reviewForms = [confirmForm, correctForm]
