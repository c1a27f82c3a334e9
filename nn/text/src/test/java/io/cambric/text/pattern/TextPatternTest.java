package io.cambric.text.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextPatternTest {

  /** {@return the parts of a text, matches in brackets} */
  private static List<String> find(TextPattern pattern, String text) {
    return parts(pattern.find(text), text);
  }

  private static List<String> parts(Spans spans, String text) {
    var parts = new ArrayList<String>();
    for (int i = 0; i < spans.size(); i++) {
      var part = text.substring(spans.start(i), spans.end(i));
      parts.add(spans.isMatch(i) ? "[" + part + "]" : part);
    }
    return parts;
  }

  @Test
  void matches_and_the_parts_between_cover_the_text() {
    assertThat(find(TextPattern.regex("\\d+"), "a12b3")).containsExactly("a", "[12]", "b", "[3]");
    assertThat(find(TextPattern.literal("ab"), "xabab")).containsExactly("x", "[ab]", "[ab]");
    assertThat(find(TextPattern.regex("a"), "")).containsExactly("");
  }

  @Test
  void an_empty_match_behind_another_match_does_not_count() {
    assertThat(find(TextPattern.regex("a*"), "baac")).containsExactly("[]", "b", "[aa]", "c", "[]");
    assertThat(find(TextPattern.literal(""), "ab")).containsExactly("[]", "a", "[]", "b", "[]");
  }

  /** The matches are those of the Rust library. */
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "\\h+; xy0Fg; 0F",
        "x{1,2}+; xxxxx; xxxxx",
        "x{,2}; xxx; xx",
        "(?m:.b); a\u2028b; \u2028b",
        "(?i:'s); '\u017f; '\u017f",
        "[[:punct:]]+; a+-b; +-",
        "[^[:alpha:]]+; ab12; 12",
        "\\p{Han}+; a\u4e16\u754c; \u4e16\u754c",
        "\\p{^Han}+; a\u4e16; a",
        "\\p{Letter}+; 1ab; ab",
        "\\w+; \u00bd\u00e9; \u00bd\u00e9",
        "[\\w]+; \u00bd\u00e9; \u00e9",
        "(?<=\\p{L})-; \ud840\udc00-; -",
        "(?#comment)a; ba; a",
        "a(?i)B; aab; ab",
        "a(?i)B|C; xac; ac",
        "[]a]+; x]a; ]a",
        "(?<n>a)b; ab; ab",
        "^b; \"a\nb\"; b",
        "a$; \"a\nb\"; a"
      })
  @ParameterizedTest
  void the_syntax_is_that_of_oniguruma(String expression, String text, String match) {
    assertThat(find(TextPattern.regex(expression), text))
        .filteredOn(part -> part.startsWith("[") && part.length() > 2)
        .first()
        .isEqualTo("[" + match + "]");
  }

  /** The first ones read the text, the last ones try empty ways at its end. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(?:a+){30}b",
        "(a*)*\\1b",
        "(?:(?:a|aa)(?:a|aa)){20}c",
        "(x+x+)+y|(?:a?a?){30}b",
        "[\\s\\S]+(?:a?|a?){60}b",
        "[\\s\\S]+(?:(?:a*)?(?:a*)?(?:a*)?){20}b"
      })
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void an_expression_that_tries_too_many_ways_is_refused(String expression) {
    var pattern = TextPattern.regex(expression);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> pattern.find("a".repeat(60)))
        .withMessage(
            "The pattern %s read a text of 60 characters with more than 10060000 character reads, because it backtracks too much. Split the text, or rewrite the pattern without nested repetitions.",
            Quoted.of(expression));
  }

  /** Runs of one character, on which expressions go back most. */
  @ParameterizedTest
  @ValueSource(strings = {" ", "\n", "a", "A", "1", "!", "\u4e16", "'"})
  void expressions_of_known_models_stay_far_below_the_bound(String character) {
    var text = character.repeat(50_000) + "x";
    for (var expression :
        List.of(
            "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
            "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+")) {
      assertThat(TextPattern.regex(expression).find(text).size()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\K",
        "(?~a)",
        "\\g<n>",
        "a(",
        "a)",
        "[a",
        "(?<n",
        "\\p{Nothing}",
        "\\p",
        "\\",
        "(?z)"
      })
  void an_expression_that_java_lacks_is_refused(String expression) {
    assertThatExceptionOfType(PatternSyntaxException.class)
        .isThrownBy(() -> TextPattern.regex(expression));
  }

  @Test
  void deep_nesting_is_refused() {
    assertThatExceptionOfType(PatternSyntaxException.class)
        .isThrownBy(() -> TextPattern.regex("(".repeat(10_000) + ")".repeat(10_000)))
        .withMessageStartingWith("Groups nested too deeply");
    assertThatExceptionOfType(PatternSyntaxException.class)
        .isThrownBy(() -> TextPattern.regex("[".repeat(10_000)))
        .withMessageStartingWith("Classes nested too deeply");
  }

  @ParameterizedTest
  @CsvSource({
    "REMOVED, the final countdown",
    "ISOLATED, the - final - - countdown",
    "MERGED_WITH_PREVIOUS, the- final- - countdown",
    "MERGED_WITH_NEXT, the -final - -countdown",
    "CONTIGUOUS, the - final -- countdown"
  })
  void a_behavior_says_what_becomes_of_matches(SplitBehavior behavior, String expected) {
    var text = "the-final--countdown";
    var spans = behavior.apply(TextPattern.literal("-").find(text));

    assertThat(parts(spans, text))
        .filteredOn(part -> !part.startsWith("["))
        .containsExactly(expected.split(" "));
  }

  @Test
  void matches_can_be_inverted() {
    assertThat(parts(TextPattern.regex("b").find("abc").inverted(), "abc"))
        .containsExactly("[a]", "b", "[c]");
  }
}
