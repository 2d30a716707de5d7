import { html } from 'hono/html'
import { codeBlock, type Guide, paragraph, section } from './guide.ts'
import { sevenCallsInPython, sevenCallsInShell, sevenCallsInTypeScript } from './umbrella-calls.ts'

export const quickstartGuide: Guide = {
  path: '/docs/quickstart',
  title: 'Quickstart',
  summary: 'A sandbox policy in seven calls, with curl, TypeScript, or Python. No key needed.',
  write: ({ base }) => html`
${paragraph('Each program plays a shopper’s own assistant: it starts an umbrella application, lists the offers with their prices, buys the second, and downloads the binder. In the sandbox nothing is real and no email is sent.')}
${section(
  'curl',
  paragraph('Paste it into `bash`. It uses `curl` and Node, in a temporary folder.'),
  ...sevenCallsInShell(base).flatMap(([words, code]) => [paragraph(words), codeBlock(code)]),
)}
${section(
  'TypeScript',
  paragraph('Save it as `quickstart.mts`. It needs no package:'),
  codeBlock(sevenCallsInTypeScript(base)),
  paragraph('Run it with Node 20 or newer:'),
  codeBlock('npx --yes tsx quickstart.mts'),
  html`<p>With an operator key, the <a href="/docs/client">typed client</a> does the waiting and retrying for you.</p>`,
)}
${section(
  'Python',
  paragraph('Save it as `quickstart.py`. It needs only the standard library:'),
  codeBlock(sevenCallsInPython(base)),
  paragraph('Run it with Python 3.8 or newer:'),
  codeBlock('python3 quickstart.py'),
)}
${section(
  'Next',
  html`<ul>
<li>For your own customers: <a href="/docs/auth">a key</a>, then <a href="/docs/homeowners">homeowners</a> or <a href="/docs/umbrella">umbrella</a>.</li>
<li>For a shopper: <a href="/docs/consumer">a shopper’s assistant</a>, with what to ask and in which words.</li>
<li>As tools: <a href="/docs/mcp">MCP</a>.</li>
</ul>`,
)}`,
}
