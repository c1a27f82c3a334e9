package io.cambric.flax.lift;

import static io.cambric.module.ApplyOptions.captureIntermediates;
import static io.cambric.module.ApplyOptions.mutable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ImmutableCollectionException;
import io.cambric.nn.Dense;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Params;
import io.cambric.scope.Partitioned;
import io.cambric.scope.Partitioning;
import io.cambric.scope.Rngs;
import io.cambric.scope.ScopeFn;
import io.cambric.scope.Scopes;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.Lifts;
import io.cambric.tree.Trees;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Variables that are seen changed inside, as of {@code nn.map_variables}, and their metadata. */
class MapVariablesTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = NdArray.of(Shape.of(3), 1, 2, 3);

  private static Variables init(Host host) {
    return host.init(KEY, X);
  }

  @Test
  void mapped_variables_are_seen_changed() {
    var variables = Scale.of().init(KEY, X);
    var doubled =
        Scale.of()
            .mapVariables()
            .collections("params")
            .in(v -> v.withParams(v.params().map(p -> p.mul(2))));
    assertThat(doubled.apply(variables, X).toFloats()).containsExactly(1, 2, 3);
  }

  @Test
  void mapped_variables_are_read_only_unless_the_lift_makes_or_writes_them() {
    var total = Total.of().mapVariables().collections("state");
    assertThatExceptionOfType(ImmutableCollectionException.class)
        .isThrownBy(() ->
            total.apply(
                Variables.of("state", Params.of("total", X)), mutable("state"), m -> m.call(X)))
        .withMessageStartingWith("Variable \"total\" in scope \"/map_variables()\"");
    var written =
        Total.of()
            .mapVariables()
            .collections("state")
            .in(MapVariablesTest::negated)
            .out(MapVariablesTest::negated)
            .mutable(true)
            .apply(Variables.of("state", Params.of("total", X)), mutable("state"), m -> m.call(X));
    assertThat(written.output().toFloats()).containsExactly(0, 0, 0);
  }

  private static Variables negated(Variables variables) {
    return Trees.map(variables, leaf -> ((Array) leaf).neg());
  }

  private static Variables transposed(Variables variables) {
    return Trees.map(variables, leaf -> ((Array) leaf).transpose());
  }

  @Test
  void transposing_in_both_directions_ties_two_layers_to_one_kernel() {
    var x = Numpy.ones(2, 4);
    var tied = Tied.of(4, 5);
    var kernel = tied.init(KEY, x).params().get("kernel");
    assertThat(kernel.shape()).isEqualTo(Shape.of(4, 5));
    assertThat(tied.apply(Variables.of(Params.of("kernel", kernel)), x).toFloats())
        .isEqualTo(x.matmul(kernel).matmul(kernel.transpose()).toFloats());
    var ofDecoder = tied.init(KEY, m -> m.decode(Numpy.ones(2, 5))).params();
    assertThat(ofDecoder.paths()).containsExactly("kernel");
    assertThat(ofDecoder.get("kernel").shape()).isEqualTo(Shape.of(4, 5));
  }

  @Test
  void with_init_the_first_output_is_that_of_apply() {
    var signs =
        Dense.of(3).mapVariables().collections("params").in(MapVariablesTest::signs).init(true);
    var first = signs.initWithOutput(KEY, m -> m.call(Numpy.ones(2, 4)));
    assertThat(first.variables().params().get("kernel").abs().toFloats()).containsOnly(1);
    assertThat(signs.apply(first.variables(), Numpy.ones(2, 4)).toFloats())
        .isEqualTo(first.output().toFloats());
  }

  private static Variables signs(Variables variables) {
    return Trees.map(variables, leaf -> Numpy.sign((Array) leaf));
  }

  @Test
  void a_metadata_axis_is_named_outside_and_unknown_inside() {
    var dense =
        Dense.of(4)
            .withUseBias(false)
            .withKernelInit(Partitioning.withPartitioning(Initializers.ones(), "in", "out"))
            .addMetadataAxis("params", 0, "layers");
    var variables = dense.init(KEY, X);
    var box = (Partitioned) variables.params().find("kernel").orElseThrow();
    assertThat(box.names()).containsExactly("layers", "in", "out");
    assertThat(dense.apply(variables, X).toFloats()).containsExactly(6, 6, 6, 6);
  }

  @Test
  void two_collections_change_places_going_in_and_coming_out() {
    ScopeFn<Array, Array> body =
        (scope, x) -> {
          var first = scope.<Array>getVariable("a", "v").orElseThrow();
          scope.putVariable("a", "v", first.add(x));
          return first;
        };
    var variables = Variables.of("a", Params.of("v", X)).with("b", Params.of("v", Numpy.zeros(3)));
    var swapped = Lifts.swapCollection(body, "a", "b");
    var after =
        Scopes.apply(
            variables, CollectionFilter.all(), Rngs.none(), scope -> swapped.apply(scope, X));
    assertThat(after.output().toFloats()).containsExactly(0, 0, 0);
    assertThat(after.variables().collection("b").get("v").toFloats()).containsExactly(1, 2, 3);
    assertThat(after.variables().collection("a").get("v").toFloats()).containsExactly(1, 2, 3);
  }

  @Test
  void a_missing_collection_is_exchanged_as_an_empty_one() {
    ScopeFn<Array, Boolean> body =
        (scope, x) -> {
          scope.putVariable("b", "w", x);
          return scope.hasVariable("a", "v");
        };
    var swapped = Lifts.swapCollection(body, "a", "b");
    var after =
        Scopes.apply(
            Variables.of("a", Params.of("v", X)),
            CollectionFilter.all(),
            Rngs.none(),
            scope -> swapped.apply(scope, X));
    assertThat(after.output()).isFalse();
    assertThat(after.variables().collection("a").get("w").toFloats()).containsExactly(1, 2, 3);
    assertThat(after.variables().collection("a").contains("v")).isTrue();
  }

  /** In Flax 0.12.8 such a call ends in ScopeParamShapeError. */
  @Test
  void a_lift_that_makes_variables_is_applied_with_any_collection_mutable() {
    var tied =
        Dense.of(4)
            .mapVariables()
            .collections("params")
            .in(MapVariablesTest::transposed)
            .out(MapVariablesTest::transposed)
            .init(true);
    var variables = tied.init(KEY, X);
    var expected = tied.apply(variables, X).toFloats();
    assertThat(variables.params().get("kernel").shape()).isEqualTo(Shape.of(4, 3));

    for (var options :
        List.of(
            mutable("params"),
            mutable("batch_stats"),
            mutable(CollectionFilter.all()),
            captureIntermediates())) {
      var applied = tied.apply(variables, options, m -> m.call(X));
      assertThat(applied.output().toFloats()).containsExactly(expected);
    }
    var kept = tied.apply(variables, mutable("params"), m -> m.call(X)).variables().params();
    assertThat(kept.get("kernel").toFloats())
        .containsExactly(variables.params().get("kernel").toFloats());
    var captured = tied.apply(variables, captureIntermediates(), m -> m.call(X)).variables();
    assertThat(captured.names()).containsExactly("intermediates");
  }

  @Test
  void a_lift_that_makes_variables_makes_the_missing_ones_beside_others() {
    var tied =
        Dense.of(4)
            .mapVariables()
            .collections("params")
            .in(MapVariablesTest::transposed)
            .out(MapVariablesTest::transposed)
            .init(true);
    var kernel = tied.init(KEY, X).params().get("kernel");
    var some = Variables.of(Params.of("kernel", kernel));

    var made = tied.apply(some, mutable("params").rng("params", KEY), m -> m.call(X)).variables();

    assertThat(made.params().get("kernel").toFloats()).containsExactly(kernel.toFloats());
    assertThat(made.params().get("bias").toFloats()).containsExactly(0, 0, 0, 0);
  }
}
