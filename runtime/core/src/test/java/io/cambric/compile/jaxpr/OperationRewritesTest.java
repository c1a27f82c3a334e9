package io.cambric.compile.jaxpr;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.makeJaxpr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.interpreters.AxisTrace;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.ScatterDims;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.ArrayFn2;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Products with rows of a table that is smaller than what is gathered from it, transpositions
 * around products, elements added to zeros, and quotients.
 */
class OperationRewritesTest {

  private static final int ROWS = 5;
  private static final int FEATURES = 33;

  private static final Array TABLE = Random.normal(Key.of(1), Shape.of(ROWS, FEATURES));
  private static final Array WEIGHTS = Random.normal(Key.of(2), Shape.of(FEATURES, 7));
  private static final Array TOKENS = Random.randint(Key.of(3), Shape.of(4, 6), 0, ROWS);

  /** Sizes of the results of all products of a program. */
  private static List<Integer> products(Jaxpr program) {
    return Compiler.optimise(program).eqns().stream()
        .filter(eqn -> eqn.primitive().name().equals("dot_general"))
        .map(eqn -> eqn.outputs().getFirst().aval().shape().size())
        .toList();
  }

  private static Array rows(Array table) {
    return Numpy.take(table, TOKENS, 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "btd,dn->btn",
        "tbd,dn->tbn",
        "btd,dn->nbt",
        "dbt,dn->tbn",
        "btd,dn->ntb",
        "dtb,nd->tbn"
      })
  void a_product_of_gathered_rows_gathers_rows_of_the_product(String formula) {
    var axes = formula.substring(0, 3);
    var weights = formula.charAt(4) == 'd' ? WEIGHTS : WEIGHTS.transpose();
    ArrayFn2 f = (table, w) -> Numpy.einsum(formula, Numpy.einsum("btd->" + axes, rows(table)), w);

    assertThat(products(makeJaxpr(f, TABLE, weights))).containsExactly(ROWS * 7);
    assertThat(jit(f).apply(TABLE, weights).toFloats())
        .containsExactly(f.apply(TABLE, weights).toFloats(), within(1e-5f));
  }

  @ParameterizedTest
  @ValueSource(strings = {"btd,btn->dn", "btd,btn->nd", "tbd,ntb->dn", "dbt,tnb->nd", "bdt,bt->d"})
  void a_sum_over_gathered_rows_first_adds_the_terms_of_each_row(String formula) {
    var of = formula.substring(0, 3);
    var with = formula.substring(4, formula.indexOf('-'));
    ArrayFn2 f =
        (table, other) ->
            Numpy.einsum(
                formula,
                Numpy.einsum("btd->" + of, rows(table)),
                with.equals("bt") ? other.sum(-1) : Numpy.einsum("btn->" + with, other));
    var other = Random.normal(Key.of(4), Shape.of(4, 6, 7));

    assertThat(Compiler.optimise(makeJaxpr(f, TABLE, other)).toText())
        .contains("scatter-add")
        .doesNotContain("f32[4,6,33]");
    assertThat(jit(f).apply(TABLE, other).toFloats())
        .containsExactly(f.apply(TABLE, other).toFloats(), within(1e-4f));
  }

  @ParameterizedTest
  @ValueSource(strings = {"btd,dn->btn", "btd,dn->nbt", "tbd,dn->tnb"})
  void gradients_by_table_and_weights_multiply_no_gathered_rows(String formula) {
    var axes = formula.substring(0, 3);
    ArrayFn2 f =
        (table, w) ->
            Numpy.einsum(formula, Numpy.einsum("btd->" + axes, rows(table)), w).square().sum();
    var both = grad(f).argnums(0, 1);
    var expected = both.apply(TABLE, WEIGHTS);
    var actual = jit(both).apply(TABLE, WEIGHTS);

    assertThat(products(makeJaxpr(both, TABLE, WEIGHTS)))
        .allSatisfy(size -> assertThat(size).isLessThanOrEqualTo(FEATURES * 7));
    assertThat(actual.first().toFloats())
        .containsExactly(expected.first().toFloats(), within(1e-3f));
    assertThat(actual.second().toFloats())
        .containsExactly(expected.second().toFloats(), within(1e-3f));
  }

  @Test
  void a_row_out_of_bounds_makes_the_gradient_of_the_weights_nan_as_without_the_rewrite() {
    var tokens = NdArray.ofInts(Shape.of(12), 0, 1, 2, 3, 4, 0, 1, 2, 3, ROWS, 0, 1);
    ArrayFn2 f = (table, w) -> Numpy.take(table, tokens, 0).matmul(w).sin().sum();
    var ofWeights = grad(f).argnums(1);

    assertThat(jit(ofWeights).apply(TABLE, WEIGHTS).second().toFloats()).containsOnly(Float.NaN);
    assertThat(ofWeights.apply(TABLE, WEIGHTS).second().toFloats()).containsOnly(Float.NaN);
  }

  @Test
  void rows_of_a_table_that_is_not_smaller_are_multiplied_after_the_gather() {
    var tokens = TOKENS.get(0);
    ArrayFn2 f = (table, w) -> Numpy.take(table, tokens, 0).matmul(w);

    assertThat(products(makeJaxpr(f, TABLE, WEIGHTS))).containsExactly(6 * 7);
  }

  @Test
  void products_with_other_readers_are_not_computed_twice() {
    ArrayFn2 f =
        (updates, w) -> {
          var products = updates.matmul(w);
          return Numpy.zeros(Shape.of(ROWS, FEATURES)).at(TOKENS).add(products).add(products.sum());
        };
    var updates = Random.normal(Key.of(5), Shape.of(4, 6, 7));

    assertThat(products(makeJaxpr(f, updates, WEIGHTS.transpose())))
        .containsExactly(4 * 6 * FEATURES);
  }

  private static List<String> names(Jaxpr program) {
    return Compiler.optimise(program).eqns().stream().map(eqn -> eqn.primitive().name()).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tbn,nm->tbm", "nbt,nm->btm", "tnb,tnm->bm", "bnt,bnm->tm"})
  void a_product_reads_through_transpositions_of_its_factors(String formula) {
    ArrayFn2 f =
        (x, y) -> Numpy.einsum(formula, Numpy.einsum("btn->" + formula.substring(0, 3), x), y);
    var x = Random.normal(Key.of(6), Shape.of(17, 18, 19));
    var rows = formula.substring(4, formula.indexOf('-'));
    int[] sizes =
        rows.chars().map(c -> c == 'b' ? 17 : c == 't' ? 18 : c == 'n' ? 19 : 5).toArray();
    var y = Random.normal(Key.of(7), Shape.of(sizes));

    assertThat(jit(f).apply(x, y).toFloats())
        .containsExactly(f.apply(x, y).toFloats(), within(1e-4f));
  }

  @Test
  void a_transposition_after_a_product_moves_to_its_operand() {
    ArrayFn2 f = (x, w) -> x.matmul(w).transpose(1, 0, 2);
    var narrow = Random.normal(Key.of(6), Shape.of(17, 18, 7));
    var wide = Random.normal(Key.of(6), Shape.of(17, 18, FEATURES));

    assertThat(names(makeJaxpr(f, narrow, WEIGHTS.transpose())))
        .containsExactly("transpose", "dot_general");
    assertThat(names(makeJaxpr(f, wide, WEIGHTS))).containsExactly("dot_general", "transpose");
    assertThat(jit(f).apply(narrow, WEIGHTS.transpose()).toFloats())
        .containsExactly(f.apply(narrow, WEIGHTS.transpose()).toFloats(), within(1e-5f));
  }

  @Test
  void a_sum_over_two_axes_copies_the_smaller_factor_into_the_order_of_the_larger() {
    ArrayFn2 f = (x, y) -> Numpy.einsum("btn,btm->nm", x.transpose(1, 0, 2), y);
    var x = Random.normal(Key.of(6), Shape.of(18, 17, 40));
    var y = Random.normal(Key.of(7), Shape.of(17, 18, 5));

    assertThat(Compiler.optimise(makeJaxpr(f, x, y)).toText())
        .contains(
            "transpose[permutation=(1, 0, 2)] b", "dimension_numbers=(([0, 1], [0, 1]), ([], []))");
    assertThat(jit(f).apply(x, y).toFloats())
        .containsExactly(f.apply(x, y).toFloats(), within(1e-4f));
  }

  /** {@return an array with one of these values to which one element of each row is added} */
  private static Array withElements(Array x, double value, Array labels, Array elements) {
    var dims = new ScatterDims(Axes.of(), Axes.of(1), Axes.of(1), Axes.of(0), Axes.of(0));
    return x.add(
        Lax.scatterAdd(
            Numpy.full(x.shape(), value), labels, elements, dims, GatherMode.FILL_OR_DROP));
  }

  /** {@return what a program adds elements to: the operations that make it} */
  private static List<String> names(ArrayFn function, Array x) {
    return Compiler.optimise(makeJaxpr(function, x)).eqns().stream()
        .map(eqn -> eqn.primitive().name())
        .toList();
  }

  @Test
  void elements_added_to_zeros_and_then_to_an_array_are_added_to_that_with_the_same_bits() {
    var x = NdArray.of(Shape.of(3, 2), -0.0f, 1e-8f, -0.0f, 3, 4, -0.0f);
    var labels = NdArray.ofInts(Shape.of(3, 1), 1, 0, 7);
    var elements = NdArray.of(Shape.of(3), 1, -0.0f, 5);
    ArrayFn f = y -> withElements(y, 0, labels, elements);

    assertThat(names(f, x)).containsExactly("add", "scatter-add");
    assertThat(TestArrays.exact(List.of(jit(f).apply(x))))
        .isEqualTo(TestArrays.exact(List.of(f.apply(x))));
  }

  @Test
  void elements_are_not_added_to_an_array_if_one_may_be_hit_twice_or_the_base_is_not_zero() {
    var x = NdArray.of(Shape.of(3, 2), 1, 2, 3, 4, 5, 6);
    var labels = NdArray.ofInts(Shape.of(3, 1), 1, 0, 1);
    var pairs = NdArray.ofInts(Shape.of(3, 2, 1), 1, 1, 0, 0, 1, 0);

    assertThat(names(y -> withElements(y, 1, labels, NdArray.of(Shape.of(3), 1, 2, 3)), x))
        .endsWith("scatter-add", "add");
    assertThat(
            names(y -> withElements(y, 0, pairs, NdArray.of(Shape.of(3, 2), 1, 2, 3, 4, 5, 6)), x))
        .endsWith("scatter-add", "add");
  }

  @ParameterizedTest
  @ValueSource(floats = {2, -0.125f, 512, 0x1p126f, 0x1p-126f})
  void a_quotient_by_a_power_of_two_is_a_product_of_the_same_bits(float divisor) {
    var x =
        NdArray.of(
            Shape.of(12),
            0f,
            -0f,
            1,
            -3.3f,
            Float.MIN_VALUE,
            -3 * Float.MIN_VALUE,
            Float.MIN_NORMAL,
            0x1.000002p-125f,
            Float.MAX_VALUE,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            Float.NaN);
    ArrayFn f = y -> y.div(divisor);

    assertThat(names(f, x)).containsExactly("mul");
    assertThat(TestArrays.exact(List.of(jit(f).apply(x))))
        .isEqualTo(TestArrays.exact(List.of(f.apply(x))));
  }

  @ParameterizedTest
  @ValueSource(floats = {3, 0, 0x1p127f, 0x1p-127f, Float.POSITIVE_INFINITY, Float.NaN})
  void a_quotient_by_a_number_without_an_exact_inverse_stays(float divisor) {
    assertThat(names(y -> y.div(divisor), NdArray.of(Shape.of(2), 1, 2))).containsExactly("div");
  }

  @Test
  void a_quotient_of_integers_stays() {
    ArrayFn f = y -> Lax.div(y, NdArray.ofInts(Shape.of(), 4));

    assertThat(names(f, NdArray.ofInts(Shape.of(2), -5, 7))).containsExactly("div");
  }

  @Test
  void collectives_over_one_lane_are_their_operand() {
    var jaxpr =
        AxisTrace.with(
            new MappedAxis(1, "i"),
            () ->
                makeJaxpr(
                    (Array x) ->
                        List.of(
                            Lax.psum(x, "i"),
                            Lax.pmean(x, "i"),
                            Lax.pmax(x, "i"),
                            Lax.pshuffle(x, "i", 0)),
                    Numpy.arange(3f)));

    assertThat(Compiler.optimise(jaxpr).toText())
        .isEqualTo("{ lambda ; a:f32[3]. let\n  in (a, a, a, a) }");
  }

  @ParameterizedTest
  @CsvSource({"1, 700", "2, 513", "8, 1024", "19, 2000", "33, 3000"})
  void few_long_sums_of_a_convolution_are_one_product(int window, int length) {
    var x = Random.normal(Key.of(5), Shape.of(length));
    var weights = Random.normal(Key.of(6), Shape.of(window));
    var scales = Random.normal(Key.of(7), Shape.of(length + window - 1));
    ArrayFn gradient = grad(w -> Numpy.convolve(x, w).mul(scales).sum());

    assertThat(products(makeJaxpr(gradient, weights))).isNotEmpty();
    float[] longer = x.toFloats();
    float[] scale = scales.toFloats();
    float[] actual = jit(gradient).apply(weights).toFloats();
    for (int i = 0; i < window; i++) {
      double expected = 0;
      for (int j = 0; j < length; j++) {
        expected += (double) longer[j] * scale[i + j];
      }
      assertThat((double) actual[i]).isCloseTo(expected, within(1e-3));
    }
  }
}
