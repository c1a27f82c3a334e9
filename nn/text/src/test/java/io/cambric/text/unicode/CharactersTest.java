package io.cambric.text.unicode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CharactersTest {

  @Test
  void whitespace_is_that_of_unicode() {
    assertThat(
            "\t\n\u000b\f\r \u0085\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000".chars())
        .allMatch(Characters::isWhitespace);
    assertThat("\u001c\u200b\u180e\ufeff".chars()).noneMatch(Characters::isWhitespace);
  }

  @Test
  void punctuation_has_the_symbols_of_ascii() {
    assertThat("!$+<=>^`|~\u00bf\u2014\u3002".chars()).allMatch(Characters::isPunctuation);
    assertThat("a1 \u00a3\u00d7\u2211".chars()).noneMatch(Characters::isPunctuation);
  }

  @Test
  void characters_of_later_versions_of_unicode_have_no_class() {
    // Medefaidrin comma of Unicode 11, Sogdian combining dot of Unicode 11.
    assertThat(Characters.isPunctuation(0x16e97)).isFalse();
    assertThat(Characters.isNonspacingMark(0x10f46)).isFalse();
    assertThat(Characters.isMark(0x10f46)).isFalse();
    assertThat(Characters.isOther(0x110cd)).isFalse();
  }

  @Test
  void marks_are_nonspacing_or_not() {
    assertThat(Characters.isNonspacingMark(0x301)).isTrue();
    assertThat(Characters.isNonspacingMark(0x903)).isFalse();
    assertThat(Characters.isMark(0x903)).isTrue();
    assertThat(Characters.isMark('a')).isFalse();
  }

  @Test
  void control_and_format_characters_and_those_of_private_use_are_others() {
    assertThat("\u0000\u007f\u0085\u00ad\u200b\ufeff\ue000".chars()).allMatch(Characters::isOther);
    assertThat(Characters.isOther(0x378)).isFalse();
  }

  @Test
  void numbers_are_digits_fractions_and_letters_that_count() {
    assertThat("7\u00bd\u2167\u0663\u2460".chars()).allMatch(Characters::isNumeric);
    assertThat(Characters.isNumeric(0x11de0)).isTrue();
    assertThat(Characters.isNumeric(0x4e00)).isFalse();
  }

  @Test
  void characters_of_words_are_letters_marks_digits_and_joiners() {
    assertThat("aZ9_\u00e9\u0301\u0663\u203f\u200d\u4e00".chars()).allMatch(Characters::isWord);
    assertThat("-\u00bd\u20ac ".chars()).noneMatch(Characters::isWord);
  }

  @Test
  void lower_case_is_that_of_each_character_alone() {
    assertThat(Characters.lower(0x3a3)).isEqualTo(0x3c3);
    assertThat(Characters.lower(0x1e9e)).isEqualTo(0xdf);
    assertThat(Characters.lower(0x130)).isEqualTo('i');
    assertThat(Characters.lowerTail(0x130)).isEqualTo(0x307);
    assertThat(Characters.lower(0x16ea0)).isEqualTo(0x16ebb);
  }

  @Test
  void scripts_of_japanese_are_one() {
    assertThat(Scripts.of(0x3042)).isEqualTo(Character.UnicodeScript.HAN);
    assertThat(Scripts.of(0x30fc)).isEqualTo(Character.UnicodeScript.HAN);
    assertThat(Scripts.of(' ')).isEqualTo(Character.UnicodeScript.UNKNOWN);
    assertThat(Scripts.of('a')).isEqualTo(Character.UnicodeScript.LATIN);
  }
}
