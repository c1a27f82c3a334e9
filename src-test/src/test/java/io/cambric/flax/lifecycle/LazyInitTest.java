package io.cambric.flax.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.core.Tracer;
import io.cambric.errors.LazyInitException;
import io.cambric.nn.Dense;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Rngs;
import io.cambric.scope.Scopes;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Init on the shapes of inputs. */
class LazyInitTest {

  private static final Key KEY = Key.of(0);
  private static final Array X = Numpy.ones(2, 3);

  private static ShapedArray aval(int... dims) {
    return new ShapedArray(Shape.of(dims), DType.F32);
  }

  private static void requireEqual(Variables lazy, Variables eager) {
    assertThat(Trees.structure(lazy)).isEqualTo(Trees.structure(eager));
    var expected = Trees.leaves(eager);
    var found = Trees.leaves(lazy);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(((Array) found.get(i)).toFloats()).isEqualTo(((Array) expected.get(i)).toFloats());
    }
  }

  @Test
  void variables_are_those_of_init() {
    requireEqual(Dense.of(4).lazyInit(KEY, aval(2, 3), Dense::call), Dense.of(4).init(KEY, X));
  }

  @Test
  void nothing_is_computed_that_variables_do_not_need() {
    var outputs = new ArrayList<Array>();
    var variables =
        Dense.of(2)
            .lazyInit(KEY, aval(1 << 14, 1 << 14, 3), (dense, x) -> outputs.add(dense.call(x)));
    assertThat(outputs)
        .singleElement()
        .isInstanceOf(Tracer.class)
        .extracting(Array::shape)
        .isEqualTo(Shape.of(1 << 14, 1 << 14, 2));
    requireEqual(variables, Dense.of(2).init(KEY, X));
  }

  @Test
  void layers_of_every_kind_may_stand_in_the_model() {
    var model = Assorted.of();
    var rngs = Rngs.of(KEY).stream("dropout", Key.of(1));
    requireEqual(
        model.lazyInit(rngs, List.of(aval(2, 3)), (m, inputs) -> m.call(inputs.getFirst())),
        model.init(rngs, X));
  }

  @Test
  void parameters_of_scanned_layers_are_made_though_the_carry_is_not_known() {
    requireEqual(Tower.of(4).lazyInit(KEY, aval(2, 3), Tower::call), Tower.of(4).init(KEY, X));
  }

  @Test
  void a_variable_that_depends_on_the_values_of_an_input_is_refused() {
    assertThatExceptionOfType(LazyInitException.class)
        .isThrownBy(() -> Centred.of().lazyInit(KEY, aval(32, 4), Centred::call))
        .withMessageStartingWith(
            "Variable \"params/centre\" f32[4] depends on the values of inputs, but "
                + "lazyInit has only their shapes [f32[32,4]]. Create it from shapes and keys "
                + "alone, or call init with arrays.");
  }

  @Test
  void a_variable_may_depend_on_the_values_of_an_array_that_is_there() {
    var made = Centred.of().lazyInit(KEY, aval(5), (centred, x) -> centred.call(X));
    assertThat(made.params().get("centre").toFloats()).containsExactly(1, 1, 1);
  }

  @Test
  void functions_of_scopes_have_it_too() {
    var made =
        Scopes.lazyInit(
            Rngs.of(KEY),
            List.of(aval(2, 3), aval(3)),
            (scope, inputs) ->
                inputs
                    .get(0)
                    .mul(
                        scope.param(
                            "scale", Initializers.normal(), inputs.get(1).shape(), DType.F32)));
    assertThat(made.params().get("scale").toFloats())
        .isEqualTo(
            Initializers.normal().init(KEY.foldIn(0xbf8b4530), Shape.of(3), DType.F32).toFloats());
  }
}
