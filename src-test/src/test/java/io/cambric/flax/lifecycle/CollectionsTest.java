package io.cambric.flax.lifecycle;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.scope.CollectionFilter.all;
import static io.cambric.scope.CollectionFilter.allBut;
import static io.cambric.scope.CollectionFilter.deny;
import static io.cambric.scope.CollectionFilter.none;
import static io.cambric.scope.CollectionFilter.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.InvalidFilterException;
import io.cambric.module.CallOptions;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Collections: mutable ones, and those that sow, perturb and capture write. */
class CollectionsTest {

  private static final Array X = Numpy.ones(2);
  private static final Variables GIVEN =
      Variables.of(Params.of("w", X))
          .with("state", Params.of("count", Numpy.zeros()))
          .with("cache", Params.of("c", X));

  static Stream<Arguments> mutableForms() {
    return Stream.of(
        Arguments.of(mutable(none()), List.of()),
        Arguments.of(mutable(), List.of()),
        Arguments.of(mutable("state"), List.of("state")),
        Arguments.of(mutable("params", "state"), List.of("params", "state")),
        Arguments.of(mutable(all()), List.of("params", "state", "cache")),
        Arguments.of(mutable(allBut("state")), List.of("params", "cache")));
  }

  @ParameterizedTest
  @MethodSource("mutableForms")
  void mutable_is_none_all_some_or_all_but_some(CallOptions options, List<String> returned) {
    var applied = CounterState.of().apply(GIVEN, options, false);
    assertThat(applied.variables().names()).containsExactlyElementsOf(returned);
  }

  @Test
  void a_filter_of_anything_but_names_is_refused() {
    assertThatExceptionOfType(InvalidFilterException.class)
        .isThrownBy(() -> mutable("state", null))
        .withMessageStartingWith(
            "A filter needs names of collections, but got [state, null]. Use "
                + "CollectionFilter.all(), none(), of(names) or deny(filter).");
  }

  static Stream<Arguments> algebra() {
    var a = of("x", "y");
    var b = of("y", "z");
    return Stream.of(
        Arguments.of("Deny a | Deny b", deny(a).union(deny(b)), deny(of("y"))),
        Arguments.of("Deny a | s", deny(a).union(b), deny(of("x"))),
        Arguments.of("s | Deny a", b.union(deny(a)), deny(of("x"))),
        Arguments.of("Deny a & Deny b", deny(a).intersect(deny(b)), deny(of("x", "y", "z"))),
        Arguments.of("Deny a & s", deny(a).intersect(b), of("z")),
        Arguments.of("s & Deny a", b.intersect(deny(a)), of("z")),
        Arguments.of("True - s", all().subtract(a), deny(a)),
        Arguments.of("s - True", a.subtract(all()), none()),
        Arguments.of("Deny a - Deny b", deny(a).subtract(deny(b)), of("z")),
        Arguments.of("Deny a - s", deny(a).subtract(b), deny(of("x", "y", "z"))),
        Arguments.of("s - Deny b", a.subtract(deny(b)), of("y")),
        Arguments.of("False | False", none().union(none()), of()),
        Arguments.of("True & False", all().intersect(none()), none()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("algebra")
  void filters_are_combined_as_sets(
      String formula, CollectionFilter combined, CollectionFilter expected) {
    assertThat(combined).as(formula).isEqualTo(expected);
    for (var name : List.of("x", "y", "z", "elsewhere")) {
      assertThat(combined.matches(name)).as(name).isEqualTo(expected.matches(name));
    }
  }

  @Test
  void a_collection_goes_to_the_first_filter_that_matches_and_else_nowhere() {
    var groups = CollectionFilter.group(GIVEN, List.of(of("state"), allBut("cache"), of("state")));
    assertThat(groups)
        .extracting(Variables::names)
        .extracting(List::copyOf)
        .containsExactly(List.of("state"), List.of("params"), List.of());
  }

  @Test
  void values_are_sown_in_the_order_of_calls() {
    var sown = Sower.of().apply(Variables.empty(), mutable("intermediates"), m -> m.call(X));
    List<Array> values = sown(sown.variables());
    assertThat(values).hasSize(2);
    assertThat(values.get(0)).isSameAs(X);
    assertThat(values.get(1).toFloats()).containsExactly(2, 2);
  }

  @SuppressWarnings("unchecked")
  private static List<Array> sown(Variables variables) {
    return (List<Array>) variables.collection("intermediates").entries().get("x");
  }

  @Test
  void sown_values_are_folded_by_a_function_that_is_given() {
    var sown = Sower.of().apply(Variables.empty(), mutable("losses"), m -> m.call(X));
    assertThat(sown.variables().collection("losses").get("sum").item()).isEqualTo(4);
    assertThat(sown.output()).containsExactly(false, false, true, true);
  }

  @Test
  void nothing_is_sown_into_an_immutable_collection() {
    List<Boolean> stored = Sower.of().apply(Variables.empty(), m -> m.call(X));
    assertThat(stored).containsOnly(false);
  }

  @Test
  void init_keeps_intermediates_only_on_request() {
    assertThat(Sower.of().init(Key.of(0), m -> m.call(X)).names()).containsExactly("losses");
    assertThat(Sower.of().init(Key.of(0), mutable(all()), m -> m.call(X)).names())
        .containsExactly("intermediates", "losses");
  }

  @Test
  void init_makes_perturbations_of_zeros() {
    var made = PerturbedSquare.of().init(Key.of(0), X);
    assertThat(made.names()).containsExactly("perturbations");
    assertThat(made.collection("perturbations").get("x").toFloats()).containsExactly(0, 0);
  }

  @Test
  void a_mutable_collection_gets_the_perturbation_that_it_lacks() {
    var made = PerturbedSquare.of().apply(Variables.empty(), mutable("perturbations"), X);
    assertThat(made.output().toFloats()).containsExactly(1, 1);
    assertThat(made.variables().collection("perturbations").get("x").toFloats())
        .containsExactly(0, 0);
  }

  @Test
  void an_apply_in_which_all_is_mutable_is_no_init() {
    var made = Normalizer.of().initWithOutput(Key.of(0), X);
    var applied = Normalizer.of().apply(made.variables(), mutable(all()), X);
    assertThat(made.output()).isTrue();
    assertThat(applied.output()).isFalse();
  }

  @Test
  void batch_statistics_change_in_apply_and_not_in_init() {
    var x = Numpy.array(new float[][] {{1}, {3}});
    var made = Normalizer.of().init(Key.of(0), x);
    var applied = Normalizer.of().apply(made, mutable("batch_stats"), x);
    assertThat(mean(made)).containsExactly(0);
    assertThat(mean(applied.variables())).containsExactly(0.02f);
  }

  private static float[] mean(Variables variables) {
    return variables.collection("batch_stats").get("BatchNorm_0", "mean").toFloats();
  }
}
