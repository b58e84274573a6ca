// The text of printed pages, for the tests of reports and of the web page.
import assert from "node:assert/strict";
import { extractText } from "unpdf";

/// The text of the page printed as PDF. Also checks that no digits of equal width are printed: in some fonts these are
/// alternative glyphs without text, which the text of a PDF shows only where such a font is installed.
export async function printedText(page, paper) {
  await page.emulateMediaType("print");
  const variants = await page.evaluate(() => [...new Set([...document.querySelectorAll("*")].map((one) => getComputedStyle(one).fontVariantNumeric))]);
  assert.deepEqual(variants, ["normal"]);
  await page.emulateMediaType(null);
  return (await extractText(new Uint8Array(await page.pdf(paper)), { mergePages: true })).text;
}
