import { html } from 'hono/html'
import { answeredView, progressCard, underWayCard } from '../frame/live-progress.ts'
import type { Screen } from '../frame/screen.ts'
import { stepBody } from '../frame/step-body.ts'
import { say } from '../words/say.ts'
import type { StepContext } from './step-context.ts'

const howLong = ({ view: { quoting } }: StepContext): string => {
  const longer = quoting?.longer
  if (!longer)
    return say('This usually takes a few seconds, and ten minutes at most. The page updates by itself.')
  return longer.by === null
    ? say('This usually takes a few seconds. Some insurance companies may need longer.')
    : say('Some insurance companies need longer. We expect the last answer by {by}.', { by: longer.by })
}

export const waitingStep = (context: StepContext): Screen => ({
  title: say('Asking for quotes'),
  live: true,
  body: stepBody(
    context,
    {
      heading: say('We’re getting quotes for your home'),
      lede: howLong(context),
    },
    html`${progressCard(context, answeredView(context.view.quoting))}
<p class="soft">${context.view.quoting?.longer && !context.view.sandbox ? say('You can close this page. We’ll email you when your quotes are ready.') : say('You can close this page and come back later. We’ll keep your place.')}</p>`,
  ),
})

const withStaff = (carrier: string, { bindingBy: by, isBindingLate }: StepContext['view']): string => {
  if (isBindingLate)
    return say(
      'You’ve signed. Our staff are placing your order with {carrier}. It’s taking longer than we expected: we’d planned it by {by}. You’re not covered until we email you that your policy is issued, so keep the coverage you have.',
      { carrier, by: by ?? '' },
    )
  return by
    ? say(
        'You’ve signed. Our staff are placing your order with {carrier}, and we expect your policy by {by}. You’re not covered until we email you that it’s issued.',
        { carrier, by },
      )
    : say(
        'You’ve signed. Our staff are placing your order with {carrier}. You’re not covered until we email you that your policy is issued.',
        { carrier },
      )
}

const severalWithCarriers = ({ bindingBy: by, isBindingLate }: StepContext['view']): string => {
  if (by === null)
    return say(
      'You’ve signed, and your orders are under way. You don’t need to do anything else. Each home is covered only once its policy is issued.',
    )
  return isBindingLate
    ? say(
        'You’ve signed, and your orders are under way. We expected an answer by {by}, and it hasn’t come yet. Each home is covered only once its policy is issued, so keep the coverage you have.',
        { by },
      )
    : say(
        'You’ve signed, and your orders are under way. We expect an answer by {by}. Each home is covered only once its policy is issued.',
        { by },
      )
}

const withCarrier = ({ bindingBy, isBindingLate }: StepContext['view']): string => {
  if (isBindingLate)
    return say(
      'You’ve signed, and your order is with the insurance company. It hasn’t answered yet, although we expected your policy by {by}. You’re not covered until it’s issued, so keep the coverage you have.',
      { by: bindingBy ?? '' },
    )
  return bindingBy
    ? say(
        'You’ve signed, and your order is with the insurance company. We expect your policy by {by}. You’re not covered until it’s issued.',
        { by: bindingBy },
      )
    : say(
        'You’ve signed, and your order is with the insurance company. You don’t need to do anything else. You’re not covered until your policy is issued.',
      )
}

const onOneHome = (view: StepContext['view']) => ({
  title: say('Issuing your policy'),
  heading: say('Your policy is being issued'),
  lede: withCarrier(view),
  progress: say('Waiting for the insurance company…'),
  email: say('You can close this page: we’ll email you when the policy is issued.'),
})

const onSeveralHomes = (view: StepContext['view']) => ({
  title: say('Issuing your policies'),
  heading: say('Your policies are being issued'),
  lede: severalWithCarriers(view),
  progress: say('Waiting for your policies…'),
  email: say('You can close this page: we’ll email you when the policies are issued.'),
})

const withStaffWords = (carrier: string, view: StepContext['view']) => ({
  title: say('Placing your order'),
  heading: say('We’re placing your order'),
  lede: withStaff(carrier, view),
  progress: say('Our staff are placing your order…'),
  email: say('You can close this page: we’ll email you when the policy is issued.'),
})

const bindingWords = ({ view }: StepContext) => {
  if (view.placedByStaff !== null) return withStaffWords(view.placedByStaff, view)
  const ordered = view.homes.filter(({ offers }) => offers.some(({ selected }) => selected))
  return ordered.length > 1 ? onSeveralHomes(view) : onOneHome(view)
}

export const bindingStep = (context: StepContext): Screen => {
  const { view } = context
  const { title, heading, lede, progress, email } = bindingWords(context)
  const isSoon = view.placedByStaff === null && view.isBindingSoon
  return {
    title,
    live: true,
    body: stepBody(
      context,
      { heading, lede },
      html`${underWayCard(context, progress)}
<p class="soft">${isSoon ? say('This usually takes a few seconds.') : ''} ${view.sandbox ? say('You can close this page: come back whenever you like.') : email}</p>`,
    ),
  }
}
