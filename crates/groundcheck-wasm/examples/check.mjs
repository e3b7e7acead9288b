// In Node: node examples/check.mjs

import { analyze, corrected } from '../npm/node.js'; // elsewhere: from 'groundcheck'

const request = {
  answer: 'The NOI was $1.5M for the property, up 12% on the year.',
  sources: [{ id: 'S0', text: 'The NOI for the property was $1,200,000 in Q3 2024.' }],
};
const report = analyze(request);

console.log(`${report.verdict}, risk ${report.risk}, ${report.action}`);
for (const { text, status, nearest, reasons } of report.claims) {
  console.log(`  ${text}: ${status}${nearest ? `, nearest ${nearest.text}` : ''}. ${reasons[0]?.message ?? ''}`);
}
console.log(corrected(request).answer);
