import { html } from 'hono/html'
import type { Customer } from './customer.ts'
import { emailsSection } from './email-page.ts'
import { decisionsSection, historySection, othersSection, readsSection } from './history-sections.ts'
import {
  declinesSection,
  moneySection,
  offersSection,
  ordersSection,
  policiesSection,
  renewalsSection,
  requestsSection,
  tasksSection,
} from './purchase-sections.ts'
import {
  answersSection,
  consentsSection,
  documentsSection,
  eventsSection,
  noticesSection,
} from './record-sections.ts'
import { sectionView } from './section.ts'

export const customerSections = (customer: Customer, withThisEmail: string) => {
  const about = [
    answersSection,
    offersSection,
    declinesSection,
    ordersSection,
    policiesSection,
    requestsSection,
    renewalsSection,
    moneySection,
    tasksSection,
    documentsSection,
    eventsSection,
    emailsSection,
    noticesSection,
    consentsSection,
  ].map(section => section(customer))
  const empty = about.filter(({ count }) => count === 0).map(({ title }) => title.toLowerCase())
  return html`${about.filter(({ count }) => count > 0).map(sectionView)}
${empty.length > 0 ? html`<p class="soft">Nothing yet: ${empty.join(', ')}.</p>` : ''}
${othersSection(customer, withThisEmail)}
${[decisionsSection, historySection, readsSection].map(section => sectionView(section(customer)))}`
}
