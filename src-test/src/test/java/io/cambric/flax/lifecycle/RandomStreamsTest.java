package io.cambric.flax.lifecycle;

import static io.cambric.flax.lifecycle.VariableDefinitions.words;
import static io.cambric.module.ApplyOptions.rng;
import static io.cambric.scope.CollectionFilter.all;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.MissingRngException;
import io.cambric.nn.Dropout;
import io.cambric.nn.GruCell;
import io.cambric.nn.Rnn;
import io.cambric.nn.RnnCall;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.scope.LazyRng;
import io.cambric.scope.Rngs;
import io.cambric.scope.Scope;
import io.cambric.scope.Scopes;
import io.cambric.scope.Variables;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Random streams and the keys that they give. */
class RandomStreamsTest {

  private static final Key ROOT = Key.of(0);
  private static final Array X = Numpy.ones(8);
  private static final GruCell CELL = GruCell.of(3).withCarryInit(Initializers.normal());
  private static final int HASH_OF_1 = 0xbf8b4530;
  private static final int HASH_OF_2 = 0xc4ea21bb;
  private static final int HASH_OF_DENSE_0_AND_1 = 0xb2b71315;
  private static final int HASH_OF_DENSE_0_AND_2 = 0x8916588a;

  private static Scope scope(Rngs rngs) {
    return Scopes.bind(Variables.empty(), all(), rngs);
  }

  private static Key drawn(Scope scope, String stream, int count) {
    for (int i = 1; i < count; i++) {
      scope.makeRng(stream);
    }
    return scope.makeRng(stream);
  }

  @Test
  void a_scope_holds_the_root_of_each_stream_and_the_path_to_itself() {
    var dropout = Key.of(1);
    var scope = scope(Rngs.of(ROOT).stream("dropout", dropout));
    assertThat(scope.rngs().keySet()).containsExactly("params", "dropout");
    assertThat(scope.push("a").push("b").rngs().get("dropout"))
        .isEqualTo(new LazyRng(dropout, List.of("a", "b")));
  }

  @Test
  void each_stream_of_each_scope_counts_for_itself() {
    var scope = scope(Rngs.of(ROOT).stream("dropout", ROOT));
    drawn(scope, "params", 3);
    assertThat(words(scope.makeRng("dropout"))).isEqualTo(words(ROOT.foldIn(HASH_OF_1)));
    assertThat(words(scope.push("Dense_0").makeRng("params")))
        .isEqualTo(words(ROOT.foldIn(HASH_OF_DENSE_0_AND_1)));
  }

  @Test
  void the_first_key_of_a_stream_is_that_of_count_1() {
    assertThat(words(scope(Rngs.of("noise", ROOT)).makeRng("noise")))
        .isEqualTo(words(ROOT.foldIn(HASH_OF_1)));
  }

  @Test
  void a_missing_stream_falls_back_to_params_and_counts_there() {
    var scope = scope(Rngs.of(ROOT));
    assertThat(words(scope.makeRng("dropout"))).isEqualTo(words(ROOT.foldIn(HASH_OF_1)));
    assertThat(words(scope.makeRng("params"))).isEqualTo(words(ROOT.foldIn(HASH_OF_2)));
  }

  @Test
  void without_the_stream_and_params_there_is_no_key() {
    assertThatExceptionOfType(MissingRngException.class)
        .isThrownBy(() -> scope(Rngs.of("noise", ROOT)).push("Dropout_0").makeRng("dropout"))
        .withMessageMatching(
            "Random stream \"dropout\" was requested in scope \"/Dropout_0\" at \\S+, but "
                + "the given streams are \\[noise\\]\\. Pass it, as in rng\\(\"dropout\", "
                + "key\\), or call without randomness\\..*");
  }

  static Stream<Arguments> paths() {
    return Stream.of(
        Arguments.of(List.of(), 1, 1428664606L, 3351135085L),
        Arguments.of(List.of(), 2, 3456700291L, 3873160899L),
        Arguments.of(List.of("Dense_0"), 1, 3043437727L, 3662875008L),
        Arguments.of(List.of("Dense_0"), 2, 2912151818L, 3648475384L),
        Arguments.of(List.of("Dense_1"), 1, 3520776978L, 4166105696L),
        Arguments.of(List.of("layers_0"), 1, 2492339885L, 3892384954L),
        Arguments.of(List.of("encoder", "Dense_0"), 1, 841378993L, 3889277288L),
        Arguments.of(List.of("a", "b"), 1, 1094952981L, 1242310491L),
        Arguments.of(List.of("ab"), 1, 1094952981L, 1242310491L),
        Arguments.of(List.of(), 256, 1933920794L, 3294697503L));
  }

  @ParameterizedTest
  @MethodSource("paths")
  void a_path_and_a_count_are_hashed_into_the_key_as_in_flax(
      List<String> path, int count, long high, long low) {
    var scope = scope(Rngs.of(ROOT));
    for (var name : path) {
      scope = scope.push(name);
    }
    assertThat(words(drawn(scope, "params", count))).containsExactly(high, low);
  }

  @Test
  void without_a_separator_paths_that_join_to_one_text_have_one_key() {
    var scope = scope(Rngs.of(ROOT));
    assertThat(words(scope.push("ab").push("c").makeRng("params")))
        .isEqualTo(words(scope.push("a").push("bc").makeRng("params")));
  }

  @Test
  void a_separator_set_for_the_process_distinguishes_such_paths()
      throws IOException, InterruptedException {
    assertThat(KeysProcess.words("-Dcambric.rng.separator=true", "", "Dense_0", "a/b", "ab"))
        .containsExactly(
            "1543086838 3704909070",
            "243693010 2466960572",
            "685440748 4031007777",
            "1762657366 322631529");
  }

  @Test
  void keys_are_folded_and_split_by_one_block_of_threefry() {
    assertThat(words(Key.of(5))).containsExactly(0L, 5L);
    assertThat(words(Key.of64Bit((7L << 32) + 5))).containsExactly(7L, 5L);
    assertThat(words(ROOT.foldIn(1))).containsExactly(928981903L, 3453687069L);
    var split = ROOT.split(2);
    assertThat(words(split.get(0))).containsExactly(1797259609L, 2579123966L);
    assertThat(split.get(1))
        .extracting(VariableDefinitions::words)
        .isEqualTo(words(ROOT.foldIn(1)));
    assertThat(Random.uniform(ROOT, Shape.of(4)).toFloats())
        .containsExactly(0.947667f, 0.9785799f, 0.33229148f, 0.46866846f);
  }

  @Test
  void a_path_is_hashed_at_once_and_not_name_by_name() {
    var scope = scope(Rngs.of(ROOT)).push("encoder").push("Dense_0");
    assertThat(words(scope.makeRng("params"))).isEqualTo(words(ROOT.foldIn(0x06c217d8)));
  }

  @Test
  void the_stream_of_a_root_is_the_key_that_was_given() {
    assertThat(scope(Rngs.of(ROOT)).rngs()).containsEntry("params", new LazyRng(ROOT, List.of()));
  }

  @Test
  void a_kernel_is_made_from_the_first_key_of_its_layer_and_a_bias_from_the_second() {
    var made = NamedLine.of("Dense_0").init(ROOT, Numpy.ones(3)).params().at("Dense_0");
    assertThat(made.get("kernel").toFloats())
        .isEqualTo(
            Initializers.lecunNormal()
                .init(ROOT.foldIn(HASH_OF_DENSE_0_AND_1), Shape.of(3, 2), DType.F32)
                .toFloats());
    assertThat(made.get("bias").toFloats())
        .isEqualTo(
            Initializers.normal()
                .init(ROOT.foldIn(HASH_OF_DENSE_0_AND_2), Shape.of(2), DType.F32)
                .toFloats());
  }

  @Test
  void the_name_of_a_module_decides_its_values() {
    assertThat(kernel("encoder")).isEqualTo(kernel("encoder")).isNotEqualTo(kernel("decoder"));
  }

  private static float[] kernel(String name) {
    return NamedLine.of(name).init(ROOT, X).params().get(name, "kernel").toFloats();
  }

  @Test
  void a_submodule_called_twice_draws_two_keys() {
    var dropped = twiceDropped();
    assertThat(dropped.get(0)).isNotEqualTo(dropped.get(1));
  }

  @Test
  void two_calls_of_apply_with_one_key_draw_the_same() {
    assertThat(twiceDropped()).usingRecursiveComparison().isEqualTo(twiceDropped());
  }

  private static List<float[]> twiceDropped() {
    return TwiceDropped.of()
        .apply(Variables.empty(), rng("dropout", ROOT), m -> m.call(X))
        .output()
        .stream()
        .map(Array::toFloats)
        .toList();
  }

  @Test
  void a_method_that_is_entered_again_goes_on_counting() {
    var keys = Reentered.of().apply(Variables.empty(), rng("noise", ROOT), m -> m.call()).output();
    var drawer = scope(Rngs.of("noise", ROOT)).push("Drawer_0");
    assertThat(keys.subList(0, 2))
        .extracting(VariableDefinitions::words)
        .containsExactly(words(drawer.makeRng("noise")), words(drawer.makeRng("noise")));
    assertThat(words(keys.get(2))).isEqualTo(words(ROOT.foldIn(HASH_OF_1)));
  }

  @Test
  void a_dropout_that_drops_nothing_or_has_a_key_draws_none() {
    var late = LateDropout.of().apply(Variables.empty(), rng("dropout", ROOT), X, Key.of(7));
    assertThat(late.output().toFloats()).isEqualTo(twiceDropped().getFirst());
  }

  @Test
  void a_dropout_of_rate_0_needs_no_stream() {
    assertThat(Dropout.of(0).apply(Variables.empty(), X, false)).isSameAs(X);
  }

  @Test
  void the_first_state_of_a_cell_is_made_from_a_key_of_its_caller() {
    assertThat(CELL.initializeCarry(ROOT, Shape.of(2, 4)).toFloats())
        .isEqualTo(Initializers.normal().init(ROOT, Shape.of(2, 3), DType.F32).toFloats());
  }

  @Test
  void a_recurrent_network_begins_each_call_with_the_state_of_key_0() {
    var rnn = Rnn.of(CELL);
    var x = Numpy.ones(2, 5, 4);
    var variables = rnn.init(Key.of(7), x);
    var first = CELL.initializeCarry(Key.of(0), Shape.of(2, 4));
    var given = RnnCall.<Array>none().withInitialCarry(first);
    List<Array> outputs = rnn.apply(variables, m -> List.of(m.call(x), m.call(x)));
    assertThat(outputs)
        .extracting(Array::toFloats)
        .containsOnly(rnn.apply(variables, m -> m.call(x, given)).toFloats());
  }
}
