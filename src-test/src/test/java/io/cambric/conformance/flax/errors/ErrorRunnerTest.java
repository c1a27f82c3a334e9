package io.cambric.conformance.flax.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.conformance.format.UnsupportedFeature;
import org.junit.jupiter.api.Test;

class ErrorRunnerTest {

  @Test
  void the_compiler_accepts_members_without_a_mistake() {
    assertThat(
            JavaText.mistakes(
                """
                @Module
                record FDef(int n) {
                  record Parts(Dense a) {}

                  @Setup
                  Parts parts() {
                    return new Parts(Dense.of(n));
                  }

                  Array call(Parts parts, Array x) {
                    return parts.a().call(x);
                  }
                }

                Object right() {
                  return D1.of().apply(
                      D1.of().init(key(), X), mutable("s").rng("noise", key()), m -> m.call(X));
                }
                """))
        .isEmpty();
  }

  @Test
  void a_text_is_found_whatever_its_line_ends_and_an_unknown_one_is_a_missing_feature() {
    assertThat(Snippets.of("D1().apply({},\n    X)").snippet()).isInstanceOf(Snippet.Runs.class);

    assertThatExceptionOfType(UnsupportedFeature.class)
        .isThrownBy(() -> Snippets.of("no_such_snippet()"))
        .satisfies(e -> assertThat(e.features()).allMatch(each -> each.startsWith("snippet:")));
  }

  @Test
  void a_text_with_other_numbers_is_the_same_situation() {
    var exact = Snippets.of("nn.Embed(3, 2).init(KEY(), X)");
    var alike = Snippets.of("nn.Embed(7, 4).init(KEY(), X)");

    assertThat(exact.isExact()).isTrue();
    assertThat(alike.isExact()).isFalse();
    assertThat(alike.snippet()).isSameAs(exact.snippet());
  }
}
