package io.cambric.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HighlighterTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "java   | return x; // new      | [return] x; {// new}",
        "java   | f(\"// no \\\" end\")  | f(<\"// no \\\" end\">)",
        "java   | renew(newest)         | renew(newest)",
        "python | def f(x): # new       | [def] f(x): {# new}",
        "python | a['for']              | a[<'for'>]",
        "text   | new return            | new return"
      })
  void marks_keywords_strings_and_comments(String language, String code, String marked) {
    var html =
        Highlighter.of(language)
            .toHtml(code)
            .replaceAll("<span class=\"keyword\">(.*?)</span>", "[$1]")
            .replaceAll("<span class=\"string\">(.*?)</span>", "<$1>")
            .replaceAll("<span class=\"comment\">(.*?)</span>", "{$1}")
            .replace("&quot;", "\"");
    assertThat(html).isEqualTo(marked);
  }

  @Test
  void escapes_the_signs_of_html() {
    assertThat(Highlighter.of("java").toHtml("List<A> x = a && b;"))
        .isEqualTo("List&lt;A&gt; x = a &amp;&amp; b;");
  }
}
