import { html } from 'hono/html'
import type { Html } from './frame.ts'

const times = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

export const momentWords = (at: Date): string => `${times.format(at)} UTC`

export const moment = (at: Date): Html => html`<time datetime="${at.toISOString()}">${momentWords(at)}</time>`
