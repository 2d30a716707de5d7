import { html } from 'hono/html'
import { answeredView, progressCard, underWayCard } from '../../line/portal/live-progress.ts'
import { type Screen, stepBody } from '../../line/portal/screen.ts'
import { say } from './say.ts'
import { contactAgency, type StepContext } from './step-context.ts'

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

type View = StepContext['view']

const KINDS = {
  one: {
    heading: 'Your policy is being issued',
    signed: 'You’ve signed, and your order is with the insurance company.',
    progress: 'Waiting for the insurance company…',
  },
  several: {
    heading: 'Your policies are being issued',
    signed: 'You’ve signed, and your orders are under way.',
    progress: 'Waiting for your policies…',
  },
  staff: {
    heading: 'We’re placing your order',
    signed: 'You’ve signed. Our staff are placing your order with {carrier}.',
    progress: 'Our staff are placing your order…',
  },
} as const

const kindOf = ({ placedByStaff, homes }: View): keyof typeof KINDS => {
  if (placedByStaff !== null) return 'staff'
  const ordered = homes.filter(({ offers }) => offers.some(({ selected }) => selected))
  return ordered.length > 1 ? 'several' : 'one'
}

const expected = ({ bindingBy: by, isBindingLate, placedByStaff }: View): string => {
  if (by === null) return placedByStaff === null ? say('You don’t need to do anything else.') : ''
  return isBindingLate
    ? say('We expected an answer by {by}, and it hasn’t come yet.', { by })
    : say('We expect an answer by {by}.', { by })
}

const whenCovered = ({ isBindingLate }: View, kind: keyof typeof KINDS): string[] => [
  kind === 'several'
    ? say('Each home is covered only once its policy is issued.')
    : say('You’re not covered until your policy is issued.'),
  ...(isBindingLate ? [say('Keep the coverage you have.')] : []),
]

const closing = ({ sandbox }: View, kind: keyof typeof KINDS): string => {
  if (sandbox) return say('You can close this page: come back whenever you like.')
  return kind === 'several'
    ? say('You can close this page: we’ll email you when the policies are issued.')
    : say('You can close this page: we’ll email you when the policy is issued.')
}

export const bindingStep = (context: StepContext): Screen => {
  const { view } = context
  const kind = kindOf(view)
  const { [kind]: words } = KINDS
  const heading = say(words.heading)
  const signed = say(words.signed, { carrier: view.placedByStaff ?? '' })
  const isSoon = kind !== 'staff' && view.isBindingSoon
  return {
    title: heading,
    live: true,
    body: stepBody(
      context,
      { heading, lede: [signed, expected(view), ...whenCovered(view, kind)].filter(Boolean).join(' ') },
      html`${underWayCard(context, say(words.progress))}
<p class="soft">${isSoon ? say('This usually takes a few seconds.') : ''} ${closing(view, kind)}</p>`,
    ),
  }
}

const WORDS = {
  withdrawn: {
    heading: 'You withdrew your application',
    lede: 'You bought nothing and owe nothing. We’ve stopped contacting insurance companies.',
  },
  expired: {
    heading: 'This application has expired',
    lede: 'We closed it because it hadn’t changed for a long time. You bought nothing and owe nothing.',
  },
} as const

export const endedStep = (context: StepContext): Screen => {
  const words = WORDS[context.view.step === 'withdrawn' ? 'withdrawn' : 'expired']
  const [heading, lede] = [say(words.heading), say(words.lede)]
  return {
    title: heading,
    body: stepBody(
      context,
      { heading, lede },
      html`<div class="card bound sheet">
<h2>${say('Still want to insure your home?')}</h2>
<p>${say('Ask the business that sent you here to start a new application, or {contact}.', { contact: contactAgency(context) })}</p>
</div>`,
    ),
  }
}
