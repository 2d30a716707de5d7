import { html } from 'hono/html'
import { codeBlock, type Guide, htmlTable, paragraph, section } from './guide.ts'

export const cliGuide: Guide = {
  path: '/docs/cli',
  title: 'Command line',
  summary: 'Quote, follow, and buy from a terminal or a script.',
  write: ({ base }) => html`
${paragraph('The `bindery` command that runs the service also calls it, from any computer. Everything starts in the sandbox: a real customer needs `--live`.')}
<p>The command comes with the service’s own package. Without a copy of it, use the <a href="/docs/client">TypeScript client</a>.</p>
${section(
  'Log in',
  codeBlock(`bindery login --url ${base}`),
  paragraph(
    'We email you a code. The command asks for it, and stores your key in `$XDG_CONFIG_HOME/bindery/credentials.json`, which only you can read. The new key replaces your current one. To store a key you already have, run `bindery login --with-key`.',
  ),
)}
${section(
  'Buy umbrella coverage',
  codeBlock(`bindery quote --skeleton --line umbrella > household.json
bindery quote household.json --line umbrella
bindery quote --uid UID --reviewed
bindery watch UID
bindery buy UID`),
  paragraph(
    'The skeleton is an invented household: change it to yours. The file holds the body of the API call, or only its `intake`. Each command prints what is missing and what comes next. On a terminal, `buy` asks for the answers that are missing, for the offer, and for the credit question. The flags state what the buyer said: `--reviewed` that they agreed to the whole review, `--credit-consent` their own answer to the credit question. Before it buys, `buy` shows the purchase and the statement you make, and asks. In a script, add `--offer`, `--credit-consent`, `--yes`, and `--answers FILE`; `bindery buy UID --skeleton` prints that file with a description in place of each answer.',
  ),
)}
${section(
  'Get home insurance quotes',
  codeBlock(`bindery quote --skeleton --line homeowners > home.json
bindery quote home.json
bindery quote --uid UID --credit-authorized
bindery watch UID`),
  paragraph(
    'Only the homeowner can buy. `bindery buy UID` prints the link for them and ends with 1. In the sandbox, that page shows the sign-in link instead of emailing it.',
  ),
)}
${section('Estimate a price', codeBlock('bindery calc umbrella zip=60601\nbindery calc auto-estimates driver.age=42 driver.zip=94110'))}
${section(
  'All commands',
  htmlTable(
    ['Command', 'What it does'],
    [
      ['`login`, `logout`', 'Store or delete the key for a service.'],
      ['`quote FILE`', 'Send an application, from a file or `-` for standard input.'],
      ['`status UID`', 'Show where it stands.'],
      ['`watch UID`', 'Wait for quotes or a policy, with progress.'],
      ['`buy UID`', 'Buy umbrella coverage.'],
      ['`calc NAME key=value`', 'Use one of the five calculators.'],
    ],
  ),
  paragraph(
    'Each command explains its options with `--help`. On a terminal it prints tables. Into a pipe, `quote`, `status`, `watch`, `buy`, and `calc` print one JSON value; with `--json` every command does, also for errors. Choose the service with `--url` or `BINDERY_URL`. Exit codes: 0 done, 1 refused, 2 wrong usage.',
  ),
)}`,
}
