import { html } from 'hono/html'
import { bullets, type Legal, paragraph } from './legal-page.ts'

/** States only what the software does and is tested for. The agency states what else it offers. */
export const accessibility = (): Legal => ({
  path: '/accessibility',
  title: 'Accessibility',
  description: 'What these pages are built for, what may not work, and how to get help.',
  lede: 'What these pages are built for, what may not work, and how to get help.',
  sections: [
    [
      'built-for',
      'What these pages are built for',
      html`${paragraph('They are built to meet the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.')}
${bullets('You can use them with a keyboard alone, and with a screen reader.', 'They fit a phone and a desktop, in light and dark colors. An application can be read with letters twice as large.', 'Applications work without JavaScript. Nothing moves if your device asks for less motion.', 'Applications are in English and Spanish.')}`,
    ],
    [
      'limits',
      'What may not work',
      paragraph(
        'Our binders are tagged PDF files in English. Documents that insurance companies send may not work with a screen reader.',
      ),
    ],
    [
      'help',
      'Get help',
      paragraph('If something doesn’t work for you, {contact}. Tell us which page it was.'),
    ],
  ],
})
