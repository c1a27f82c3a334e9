package io.cambric.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.MissingRngException;
import io.cambric.numpy.Key;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScopeRngTest {

  private static Scope scope(Rngs rngs) {
    return Scopes.bind(Variables.empty(), CollectionFilter.all(), rngs);
  }

  private static long[] draw(Scope scope, String stream) {
    return KeyData.of(scope.makeRng(stream));
  }

  @Test
  void first_keys_of_the_root_equal_flax() {
    var scope = scope(Rngs.of("a", Key.of(0)));

    assertThat(draw(scope, "a")).containsExactly(1428664606L, 3351135085L);
    assertThat(draw(scope, "a")).containsExactly(3456700291L, 3873160899L);
  }

  @Test
  void key_of_a_child_folds_its_name_and_its_own_counter() {
    var scope = scope(Rngs.of("a", Key.of(0)));
    scope.makeRng("a");

    assertThat(draw(scope.push("C_0"), "a")).containsExactly(3678312085L, 3831922856L);
  }

  @Test
  void key_of_a_grandchild_folds_the_whole_path_at_once() {
    var scope = scope(Rngs.of(Key.of(0)));

    assertThat(draw(scope.push("encoder").push("Dense_0"), "params"))
        .containsExactly(841378993L, 3889277288L);
  }

  @Test
  void counters_of_different_streams_are_apart() {
    var scope = scope(Rngs.of("a", Key.of(0)).stream("b", Key.of(0)));

    assertThat(draw(scope, "a")).isEqualTo(draw(scope, "b"));
  }

  @Test
  void missing_stream_draws_from_params_and_moves_its_counter() {
    var scope = scope(Rngs.of(Key.of(0)));

    assertThat(draw(scope, "dropout")).containsExactly(1428664606L, 3351135085L);
    assertThat(draw(scope, "params")).containsExactly(3456700291L, 3873160899L);
    assertThat(scope.hasRng("dropout")).isFalse();
    assertThat(scope.hasRng("params")).isTrue();
  }

  @Test
  void missing_stream_without_params_is_an_error_that_says_what_came() {
    var scope = scope(Rngs.of("noise", Key.of(0))).push("Dropout_0");

    assertThatExceptionOfType(MissingRngException.class)
        .isThrownBy(() -> scope.makeRng("dropout"))
        .withMessageMatching(
            "Random stream \"dropout\" was requested in scope \"/Dropout_0\" at \\S+, but "
                + "the given streams are \\[noise\\]\\. Pass it, as in rng\\(\"dropout\", "
                + "key\\), or call without randomness\\.");
  }

  @Test
  void child_pushed_again_by_name_continues_its_counter() {
    var scope = scope(Rngs.of(Key.of(0)));
    var first = draw(scope.push("Dense_0"), "params");
    scope.rewind();
    var second = draw(scope.push("Dense_0"), "params");

    assertThat(first).containsExactly(3043437727L, 3662875008L);
    assertThat(second).containsExactly(2912151818L, 3648475384L);
  }

  @Test
  void rewound_scope_shares_its_counters() {
    var scope = scope(Rngs.of(Key.of(0)));
    scope.makeRng("params");

    assertThat(draw(scope.rewound(), "params")).containsExactly(3456700291L, 3873160899L);
  }

  @Test
  void functional_child_continues_its_counter_from_call_to_call() {
    var scope = scope(Rngs.of(Key.of(0)));
    var child = scope.<Integer, Key>child("Dense_0", (inner, _) -> inner.makeRng("params"));

    assertThat(KeyData.of(child.apply(1))).containsExactly(3043437727L, 3662875008L);
    assertThat(KeyData.of(child.apply(2))).containsExactly(2912151818L, 3648475384L);
  }

  @Test
  void two_applies_with_one_root_draw_the_same_keys() {
    var rngs = Rngs.of("dropout", Key.of(7));
    var first = draw(scope(rngs), "dropout");

    assertThat(draw(scope(rngs), "dropout")).isEqualTo(first);
  }

  @Test
  void stream_holds_its_root_and_the_path_as_a_static_suffix() {
    var key = Key.of(3);
    var inner = scope(Rngs.of(key)).push("a").push("b");

    assertThat(inner.rngs().get("params").root()).isSameAs(key);
    assertThat(inner.rngs().get("params").suffix()).isEqualTo(List.of("a", "b"));
  }
}
