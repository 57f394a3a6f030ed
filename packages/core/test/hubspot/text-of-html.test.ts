import { expect, it } from "vitest";
import { textOfHtml } from "../../src/hubspot/forms.ts";

it.each([
  ["keeps a text without tags", "1 < 2 && 3 > 2\nnext", "1 < 2 && 3 > 2\nnext"],
  ["ends a line after each block", "<div><p>One</p><p>Two<br>Three</p></div>", "One\nTwo\nThree"],
  ["begins the items of lists with a dash", '<ul><li class="x">A</li><li>B</li></ul>', "- A\n- B"],
  ["removes tags and comments", '<a href="/x">Here</a><!-- no --> it <b>is</b>', "Here it is"],
  [
    "decodes entities once",
    "&lt;b&gt; &amp;lt; &#233;&#xe9; &copy; &#0;&#xd800;",
    "<b> &lt; éé &copy;",
  ],
])("%s", (_, html, text) => {
  expect(textOfHtml(html)).toBe(text);
});
