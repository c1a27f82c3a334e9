package io.cambric.transform;

import static io.cambric.transform.Transforms.cond;
import static io.cambric.transform.Transforms.foriLoop;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.map;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.switchCase;
import static io.cambric.transform.Transforms.vmap;
import static io.cambric.transform.Transforms.whileLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.MissingRuleException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loops and branches under every transformation; values measured in JAX 0.10.2. */
class ControlFlowTest {

  private static final Fn2<Array, Array, Carry<Array, Array>> PRODUCT =
      (carry, x) -> new Carry<>(Lax.add(Lax.mul(carry, x), x), carry);

  private static Array scalar(double value) {
    return NdArray.scalar(DType.F32, value);
  }

  private static Array vector(float... values) {
    return NdArray.of(Shape.of(values.length), values);
  }

  private static Array sum(Array x) {
    return Lax.reduceSum(x, Axes.range(0, x.rank()));
  }

  @Test
  void scan_carries_a_value_and_stacks_the_outputs() {
    var out =
        scan(
            (Array carry, Array x) -> new Carry<>(Lax.add(carry, x), Lax.mul(carry, x)),
            scalar(0),
            vector(1, 2, 3, 4));

    assertThat(out.carry().item()).isEqualTo(10);
    assertThat(out.output().toFloats()).containsExactly(0, 2, 9, 24);
  }

  @Test
  void reversed_scan_keeps_the_places_of_the_rows() {
    var out =
        scan(
            (Array carry, Array x) -> new Carry<>(Lax.add(carry, x), carry),
            scalar(0),
            vector(1, 2, 3, 4),
            ScanOptions.DEFAULT.withReverse(true));

    assertThat(out.output().toFloats()).containsExactly(9, 7, 4, 0);
  }

  @Test
  void scan_of_no_rows_returns_the_first_carry() {
    var out = scan(PRODUCT, scalar(5), NdArray.of(Shape.of(0)));

    assertThat(out.carry().item()).isEqualTo(5);
    assertThat(out.output().shape()).isEqualTo(Shape.of(0));
  }

  @Test
  void gradient_of_scan_by_its_rows_is_that_of_the_unrolled_loop_eager_and_jitted() {
    ArrayFn gradient = grad(rows -> scan(PRODUCT, scalar(1), rows).carry());

    assertThat(gradient.apply(vector(1, 2, 3)).toFloats()).containsExactly(12, 9, 7);
    assertThat(jit(gradient).apply(vector(1, 2, 3)).toFloats()).containsExactly(12, 9, 7);
  }

  @Test
  void gradient_by_a_captured_array_sums_over_the_iterations_under_vmap_and_jit() {
    ArrayFn looped =
        w ->
            sum(
                scan(
                        (Array carry, Array x) ->
                            new Carry<>(Lax.mul(carry, Lax.mul(w, x)), Lax.exp(Lax.mul(w, carry))),
                        scalar(1),
                        vector(1, 2, 3))
                    .output());
    ArrayFn unrolled =
        w -> {
          Array carry = scalar(1);
          Array total = scalar(0);
          for (float x : new float[] {1, 2, 3}) {
            total = Lax.add(total, Lax.exp(Lax.mul(w, carry)));
            carry = Lax.mul(carry, Lax.mul(w, scalar(x)));
          }
          return total;
        };
    var points = vector(0.5f, 1);

    var expected =
        new double[] {
          grad(unrolled).apply(scalar(0.5)).item(), grad(unrolled).apply(scalar(1)).item()
        };
    var actual = jit(vmap(grad(looped))).apply(points).toFloats();

    assertThat((double) actual[0]).isCloseTo(expected[0], within(1e-5));
    assertThat((double) actual[1]).isCloseTo(expected[1], within(1e-4));
  }

  @Test
  void residuals_that_are_rows_or_stacked_results_already_are_not_stacked_again() {
    var jaxpr =
        Transforms.makeJaxpr(grad(rows -> scan(PRODUCT, scalar(1), rows).carry()), vector(1, 2, 3));

    // The gradient reads the rows and the carries, which are the output of the forward loop.
    assertThat(jaxpr.eqns().getFirst().outputs()).hasSize(2);
  }

  @Test
  void scan_names_the_leaf_of_a_carry_that_changes_its_shape() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            scan(
                (List<Array> carry, Array x) -> new Carry<>(List.of(x), x),
                List.of(vector(1, 2)),
                vector(1, 2, 3)))
        .withMessage(
            "The carry of scan must keep its type in every iteration, but leaf \"0\" came as"
                + " f32[2] and became f32[]. Convert it in the body or before the loop.");
  }

  @Test
  void scan_names_a_carry_that_changes_its_dtype() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() ->
            scan(
                (Array carry, Array x) -> new Carry<>(Lax.convertElementType(carry, DType.I32), x),
                scalar(0),
                vector(1)))
        .withMessage(
            "The carry of scan must keep its type in every iteration, but it came as f32[] and"
                + " became i32[]. Convert it in the body or before the loop.");
  }

  @Test
  void scan_names_rows_that_differ_in_number() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            scan(
                (Array carry, List<Array> x) -> new Carry<>(carry, carry),
                scalar(0),
                List.of(vector(1, 2), vector(1))))
        .withMessage(
            "scan needs the same number of rows in every array, but leaf \"0\" has 2 and leaf \"1\", f32[1], has 1. Slice or pad one of them.");
  }

  @Test
  void whileLoop_runs_until_the_condition_fails_and_differentiates_forwards() {
    ArrayFn doubled = x -> whileLoop(c -> Lax.lt(c, scalar(10)), c -> Lax.mul(c, scalar(2)), x);

    assertThat(doubled.apply(scalar(1)).item()).isEqualTo(16);
    assertThat(jvp(doubled, scalar(1), scalar(1)).tangent().item()).isEqualTo(16);
    assertThat(vmap(doubled).apply(vector(1, 3, 20)).toFloats()).containsExactly(16, 12, 20);
    assertThatExceptionOfType(MissingRuleException.class)
        .isThrownBy(() -> grad(doubled).apply(scalar(1)))
        .withMessageMatching(
            "Reverse-mode differentiation reached a whileLoop, or a foriLoop with arrays as "
                + "bounds, at .*\\. The number of its iterations is unknown while it is "
                + "traced\\. Use scan, or foriLoop with Java bounds\\.");
  }

  @Test
  void foriLoop_with_java_bounds_differentiates_backwards_also_nested() {
    assertThat(
            grad(x -> foriLoop(0, 3, (_, c) -> Lax.mul(c, scalar(2)), x)).apply(scalar(1)).item())
        .isEqualTo(8);
    ArrayFn fourthPower =
        x ->
            foriLoop(
                0,
                2,
                (_, c) -> Lax.mul(c, foriLoop(0, 2, (_, d) -> Lax.mul(d, x), scalar(1))),
                scalar(1));
    assertThat(grad(fourthPower).apply(scalar(3)).item()).isEqualTo(108);
  }

  @Test
  void foriLoop_with_array_bounds_counts_between_them() {
    var lower = NdArray.scalar(DType.I32, 2);
    var upper = NdArray.scalar(DType.I32, 5);
    var sum =
        foriLoop(
            lower,
            upper,
            (Array i, Array total) -> Lax.add(total, i),
            (Array) NdArray.scalar(DType.I32, 0));

    assertThat(sum.item()).isEqualTo(9);
  }

  @Test
  void switchCase_clamps_its_index() {
    var branches = List.<Fn<Array, Array>>of(x -> scalar(0), x -> scalar(10), x -> scalar(20));

    assertThat(switchCase(NdArray.scalar(DType.I32, -3), branches, scalar(1)).item()).isZero();
    assertThat(switchCase(NdArray.scalar(DType.I32, 1), branches, scalar(1)).item()).isEqualTo(10);
    assertThat(switchCase(NdArray.scalar(DType.I32, 9), branches, scalar(1)).item()).isEqualTo(20);
  }

  @Test
  void cond_under_vmap_chooses_by_lane_and_keeps_nan_of_the_other_branch_out_of_gradients() {
    ArrayFn choice =
        x ->
            cond(
                Lax.gt(x, scalar(0)),
                (Array y) -> Lax.sqrt(y),
                (Array y) -> Lax.mul(scalar(0), y),
                x);

    assertThat(vmap(choice).apply(vector(-1, 4)).toFloats()).containsExactly(-0f, 2);
    assertThat(vmap(grad(choice)).apply(vector(0, 4)).toFloats()).containsExactly(0, 0.25f);
    assertThat(jit(grad(choice)).apply(scalar(4)).item()).isEqualTo(0.25);
  }

  @Test
  void the_dtype_of_a_result_of_cond_is_weak_only_where_it_is_in_all_branches() {
    ArrayFn mixed =
        x -> cond(Lax.gt(x, scalar(0)), _ -> NdArray.weakScalar(-2.0), _ -> scalar(2), x);
    ArrayFn weak =
        x ->
            cond(
                Lax.gt(x, scalar(0)),
                _ -> NdArray.weakScalar(-2.0),
                _ -> NdArray.weakScalar(2.0),
                x);

    for (var x : List.of(scalar(1), scalar(-1))) {
      assertThat(mixed.apply(x).aval().weak()).isFalse();
      assertThat(jit(mixed).apply(x).aval().weak()).isFalse();
      assertThat(weak.apply(x).aval().weak()).isTrue();
    }
  }

  @Test
  void cond_needs_branches_of_one_type() {
    assertThatExceptionOfType(io.cambric.errors.TreeStructureException.class)
        .isThrownBy(() ->
            cond(
                Lax.gt(scalar(1), scalar(0)),
                (Array y) -> List.of(y),
                (Array y) -> List.of(y, y),
                scalar(1)))
        .withMessage(
            "A choice by cond needs trees of equal structure, but at \"/\" the result of "
                + "the branch for false has list(0: *, 1: *) and that of the branch for true has "
                + "list(0: *). Give both the same keys, lengths and record types.");
  }

  @Test
  void map_applies_a_function_row_by_row() {
    assertThat(map((Array x) -> Lax.mul(x, x), vector(1, 2, 3)).toFloats())
        .containsExactly(1, 4, 9);
  }
}
