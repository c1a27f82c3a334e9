package io.cambric.transform;

import static io.cambric.testing.TestArrays.matrix;
import static io.cambric.testing.TestArrays.scalar;
import static io.cambric.testing.TestArrays.vector;
import static io.cambric.transform.Transforms.cond;
import static io.cambric.transform.Transforms.customJvp;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.linearize;
import static io.cambric.transform.Transforms.makeJaxpr;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.vmap;
import static io.cambric.transform.Transforms.whileLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.MissingRuleException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.errors.UnboundAxisException;
import io.cambric.lax.Lax;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.result.Carry;
import io.cambric.transform.result.Jvp;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Collectives under vmap; the numbers without a comment are those of JAX 0.10.2. */
class CollectivesTest {

  private static final NdArray X = vector(1, 2, 3);

  private static ArrayFn over(String name, ArrayFn function) {
    return vmap(function).axisName(name);
  }

  private static NdArray range(int... dims) {
    var shape = Shape.of(dims);
    var values = new float[shape.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    return NdArray.of(shape, values);
  }

  @Test
  void sums_means_and_extrema_of_the_lanes_reach_every_lane() {
    assertThat(over("i", x -> Lax.psum(x, "i")).apply(X).toFloats()).containsExactly(6, 6, 6);
    assertThat(over("i", x -> x.div(Lax.psum(x, "i"))).apply(vector(1, 1, 2)).toFloats())
        .containsExactly(.25f, .25f, .5f);
    assertThat(over("i", x -> Lax.pmean(x, "i")).apply(X).toFloats()).containsExactly(2, 2, 2);
    assertThat(over("i", x -> Lax.pmax(x, "i")).apply(vector(1, 5, 3)).toFloats())
        .containsExactly(5, 5, 5);
    assertThat(over("i", x -> Lax.pmin(x, "i")).apply(vector(4, 5, 3)).toFloats())
        .containsExactly(3, 3, 3);
  }

  @Test
  void bools_are_counted_and_the_mean_of_integers_is_floating() {
    var bools = TestArrays.of(DType.BOOL, Shape.of(3), 1, 1, 0);
    var count = over("i", x -> Lax.psum(x, "i")).apply(bools);
    assertThat(count.dtype()).isEqualTo(DType.I32);
    assertThat(count.toInts()).containsExactly(2, 2, 2);

    var mean = over("i", x -> Lax.pmean(x, "i")).apply(NdArray.ofInts(Shape.of(2), 1, 2));
    assertThat(mean.dtype()).isEqualTo(DType.F32);
    assertThat(mean.toFloats()).containsExactly(1.5f, 1.5f);
  }

  @Test
  void what_all_lanes_share_counts_once_for_each_lane() {
    var out = over("i", x -> x.mul(Lax.psum(scalar(1), "i"))).apply(X);
    assertThat(out.toFloats()).containsExactly(3, 6, 9);
    var count = vmap((Array x) -> Lax.psum(scalar(1), "i")).inAxes(null).axisName("i").axisSize(3);
    assertThat(count.apply(X).toFloats()).containsExactly(3, 3, 3);
  }

  @Test
  void lanes_know_their_index_and_their_number() {
    assertThat(over("i", x -> Lax.axisIndex("i").astype(DType.F32)).apply(X).toFloats())
        .containsExactly(0, 1, 2);
    assertThat(over("i", x -> x.add(Lax.axisSize("i"))).apply(X).toFloats())
        .containsExactly(4, 5, 6);
  }

  @Test
  void trees_are_summed_array_by_array() {
    var out =
        vmap((Array x) -> Lax.psum(Map.of("x", x, "square", x.mul(x)), "i"))
            .axisName("i")
            .outAxes(null)
            .apply(X);

    assertThat(out.get("x").toFloats()).containsExactly(6);
    assertThat(out.get("square").toFloats()).containsExactly(14);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> vmap((Array x) -> Lax.pmean(List.of(x, 3), "i")).axisName("i").apply(X))
        .withMessage(
            "pmean needs a tree of arrays, but got a leaf 3 of Integer. Make it an array, or keep it"
                + " outside.");
  }

  @Test
  void lanes_pass_their_values_on() {
    var ring = new int[][] {{0, 1}, {1, 2}, {2, 0}};
    assertThat(over("i", x -> Lax.ppermute(x, "i", ring)).apply(X).toFloats())
        .containsExactly(3, 1, 2);
    assertThat(over("i", x -> Lax.pshuffle(x, "i", 2, 0, 1)).apply(X).toFloats())
        .containsExactly(3, 1, 2);
    // By definition: the value of lane 1.
    assertThat(over("i", x -> Lax.pbroadcast(x, "i", 1)).apply(X).toFloats())
        .containsExactly(2, 2, 2);
  }

  @Test
  void a_permutation_must_cover_every_lane_once() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(
            () -> over("i", x -> Lax.ppermute(x, "i", new int[][] {{0, 1}, {0, 2}})).apply(X))
        .withMessage(
            "ppermute over axis i:3 needs a permutation that sends from every lane once and "
                + "to every lane once, but got [[0, 1], [0, 2]]. Mask values that a lane should "
                + "not receive.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            over("i", x -> Lax.ppermute(x, "i", new int[][] {{0, 1}, {0, 2}, {1, 0}})).apply(X))
        .withMessageContaining("but got [[0, 1], [0, 2], [1, 0]].");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> over("i", x -> Lax.pshuffle(x, "i", 0, 3, 1)).apply(X))
        .withMessage(
            "pshuffle over axis i:3 needs a permutation that sends from every lane once and "
                + "to every lane once, but got [0, 3, 1]. Mask values that a lane should not "
                + "receive.");
  }

  @Test
  void lanes_gather_what_all_have() {
    assertThat(over("i", x -> Lax.allGather(x, "i")).apply(vector(1, 2)).toFloats())
        .containsExactly(1, 2, 1, 2);
    var tiled = over("i", x -> Lax.allGather(x, "i", 1, true)).apply(range(2, 2, 2));
    assertThat(tiled.shape()).isEqualTo(Shape.of(2, 2, 4));
    assertThat(tiled.toFloats()).containsExactly(0, 1, 4, 5, 2, 3, 6, 7, 0, 1, 4, 5, 2, 3, 6, 7);
    assertThat(over("i", x -> Lax.allGather(x, "i", -1, false)).apply(range(2, 3)).shape())
        .isEqualTo(Shape.of(2, 3, 2));
  }

  @Test
  void lanes_sum_and_each_keeps_its_part() {
    var columns = over("i", x -> Lax.psumScatter(x, "i", 1, false)).apply(range(2, 3, 2));
    assertThat(columns.shape()).isEqualTo(Shape.of(2, 3));
    assertThat(columns.toFloats()).containsExactly(6, 10, 14, 8, 12, 16);
    var tiled = over("i", x -> Lax.psumScatter(x, "i", 0, true)).apply(range(2, 4, 1));
    assertThat(tiled.shape()).isEqualTo(Shape.of(2, 2, 1));
    assertThat(tiled.toFloats()).containsExactly(4, 6, 8, 10);
  }

  @Test
  void lanes_exchange_parts() {
    assertThat(over("i", x -> Lax.allToAll(x, "i", 0, 0)).apply(range(2, 2)).toFloats())
        .containsExactly(0, 2, 1, 3);
    var other = over("i", x -> Lax.allToAll(x, "i", 0, 1)).apply(range(2, 2, 3));
    assertThat(other.shape()).isEqualTo(Shape.of(2, 3, 2));
    assertThat(other.toFloats()).containsExactly(0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11);
    var back = over("i", x -> Lax.allToAll(x, "i", 1, 0)).apply(range(2, 3, 2));
    assertThat(back.shape()).isEqualTo(Shape.of(2, 2, 3));
    assertThat(back.toFloats()).containsExactly(0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11);
    assertThat(over("i", x -> Lax.allToAll(x, "i", 0, 2)).apply(range(2, 2, 3, 1)).shape())
        .isEqualTo(Shape.of(2, 3, 1, 2));
    assertThat(over("i", x -> Lax.pswapaxes(x, "i", 1)).apply(range(2, 3, 2)).toFloats())
        .containsExactly(0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11);
  }

  @Test
  void lanes_exchange_tiles() {
    var rows = over("i", x -> Lax.allToAll(x, "i", 0, 1, true)).apply(range(2, 4, 3));
    assertThat(rows.shape()).isEqualTo(Shape.of(2, 2, 6));
    assertThat(rows.toFloats())
        .containsExactly(
            0, 1, 2, 12, 13, 14, 3, 4, 5, 15, 16, 17, 6, 7, 8, 18, 19, 20, 9, 10, 11, 21, 22, 23);
    var columns = over("i", x -> Lax.allToAll(x, "i", 1, 0, true)).apply(range(2, 3, 4));
    assertThat(columns.shape()).isEqualTo(Shape.of(2, 6, 2));
    assertThat(columns.toFloats())
        .containsExactly(
            0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 2, 3, 6, 7, 10, 11, 14, 15, 18, 19, 22, 23);
    assertThat(over("i", x -> Lax.allToAll(x, "i", 0, 0, true)).apply(range(2, 4, 1)).toFloats())
        .containsExactly(0, 1, 4, 5, 2, 3, 6, 7);
  }

  @Test
  void operands_must_have_a_part_for_each_lane() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> over("i", x -> Lax.allToAll(x, "i", 0, 0)).apply(range(2, 3)))
        .withMessage(
            "all_to_all over axis i:2 needs an operand with one part for each lane along "
                + "axis 0, but got f32[3]. Reshape it, or use tiled to split the axis.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> over("i", x -> Lax.psumScatter(x, "i", 0, true)).apply(range(2, 3)))
        .withMessage(
            "psum_scatter over axis i:2 needs an operand that splits into as many parts "
                + "along axis 0, but got f32[3]. Pad it.");
  }

  @Test
  void a_name_that_no_mapping_has_is_refused_with_those_that_have_one() {
    assertThatExceptionOfType(UnboundAxisException.class)
        .isThrownBy(() -> Lax.psum(X, "nope"))
        .withMessage(
            "psum needs a mapping around it with the axis name \"nope\", but no axis "
                + "name is bound here. Add axisName(\"nope\") to vmap or pmap.");
    assertThatExceptionOfType(UnboundAxisException.class)
        .isThrownBy(
            () -> over("i", x -> over("j", y -> Lax.allGather(y, "k")).apply(x)).apply(range(2, 2)))
        .withMessage(
            "all_gather needs a mapping around it with the axis name \"k\", but the names "
                + "bound here are [j, i]. Add axisName(\"k\") to vmap or pmap.");
  }

  @Test
  void several_axes_are_reduced_together() {
    var x = range(2, 3);
    assertThat(over("i", over("j", y -> Lax.psum(y, "i", "j"))).apply(x).toFloats())
        .containsOnly(15);
    assertThat(over("i", over("j", y -> Lax.pmean(y, "j", "i"))).apply(x).toFloats())
        .containsOnly(2.5f);
    assertThat(over("i", over("j", y -> Lax.pmax(y, "j", "i"))).apply(x).toFloats())
        .containsOnly(5);
    assertThat(over("i", over("j", y -> Lax.psum(y, "i"))).apply(x).toFloats())
        .containsExactly(3, 5, 7, 3, 5, 7);
    assertThat(over("i", over("j", y -> Lax.axisIndex("i", "j"))).apply(x).toInts())
        .containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(over("i", over("j", y -> y.mul(0).add(Lax.axisSize("i", "j")))).apply(x).toFloats())
        .containsOnly(6);
  }

  @Test
  void of_two_axes_of_one_name_the_inner_one_is_meant() {
    var x = range(2, 3);
    assertThat(over("i", over("i", y -> Lax.psum(y, "i"))).apply(x).toFloats())
        .containsExactly(3, 3, 3, 12, 12, 12);
  }

  @Test
  void gradients_of_sums_over_lanes_are_sums_of_cotangents() {
    ArrayFn outside = x -> over("i", y -> Lax.psum(y.mul(y), "i")).apply(x).sum();
    assertThat(grad(outside).apply(X).toFloats()).containsExactly(6, 12, 18);
    var inside = over("i", grad(y -> Lax.psum(y.mul(y), "i")));
    assertThat(inside.apply(X).toFloats()).containsExactly(6, 12, 18);
    assertThat(over("i", grad(jit(y -> Lax.psum(y.mul(y), "i")))).apply(X).toFloats())
        .containsExactly(6, 12, 18);
    assertThat(jit(over("i", jit(grad(y -> Lax.psum(y.mul(y), "i"))))).apply(X).toFloats())
        .containsExactly(6, 12, 18);
    var tangents = over("i", y -> jvp(z -> Lax.psum(z.mul(z), "i"), y, scalar(1)).tangent());
    assertThat(tangents.apply(X).toFloats()).containsExactly(12, 12, 12);
    var linear =
        over("i", y -> linearize(z -> Lax.psum(z.mul(z), "i"), y).linear().apply(scalar(1)));
    assertThat(linear.apply(X).toFloats()).containsExactly(12, 12, 12);
  }

  @Test
  void extrema_have_no_derivative_but_their_operand_may_be_stopped() {
    ArrayFn shifted = y -> y.div(Lax.pmax(y, "i"));
    assertThatExceptionOfType(MissingRuleException.class)
        .isThrownBy(() -> grad(x -> over("i", shifted).apply(x).sum()).apply(X))
        .withMessage(
            "No jvp rule for primitive \"pmax\", which forward or reverse differentiation "
                + "reached. Apply stopGradient to its operand, or reduce an allGather.");
    ArrayFn stopped = y -> y.div(Lax.pmax(Lax.stopGradient(y), "i"));
    assertThat(grad(x -> over("i", stopped).apply(x).sum()).apply(vector(1, 2, 4)).toFloats())
        .containsExactly(.25f, .25f, .25f);
  }

  @Test
  void a_compiled_function_is_traced_for_the_axes_around_it() {
    var jitted = jit(x -> x.mul(Lax.axisSize("i")).add(Lax.psum(x, "i")));

    assertThat(over("i", jitted).apply(X).toFloats()).containsExactly(9, 12, 15);
    assertThat(over("i", jitted).apply(vector(1, 2)).toFloats()).containsExactly(5, 7);
    assertThatExceptionOfType(UnboundAxisException.class).isThrownBy(() -> jitted.apply(scalar(1)));
  }

  @Test
  void a_program_that_uses_the_axis_runs_over_lanes_even_if_no_operand_is_mapped() {
    var index = jit(x -> x.add(Lax.axisIndex("i").astype(DType.F32)));
    var out =
        Transforms.vmap((Array x) -> index.apply(x))
            .inAxes(null)
            .axisName("i")
            .axisSize(3)
            .apply(scalar(10));

    assertThat(out.toFloats()).containsExactly(10, 11, 12);
  }

  @Test
  void loops_and_branches_hold_collectives() {
    // c - mean / 2 and sum, three times: by hand from [1, 2, 3].
    var scanned =
        over(
            "i",
            x ->
                scan(
                        (Array c, Array row) ->
                            new Carry<>(
                                c.sub(Lax.pmean(c, "i").mul(.5f)).add(row), Lax.psum(c, "i")),
                        x,
                        vector(0, 0, 0))
                    .output());
    assertThat(scanned.apply(X).toFloats()).containsExactly(6, 3, 1.5f, 6, 3, 1.5f, 6, 3, 1.5f);

    // While the sum over the lanes is below 40 all lanes double: 6, 12, 24, 48.
    var doubled =
        over("i", x -> whileLoop((Array c) -> Lax.psum(c, "i").lt(40), (Array c) -> c.mul(2), x));
    assertThat(doubled.apply(X).toFloats()).containsExactly(8, 16, 24);

    var branched =
        over(
            "i",
            x ->
                cond(x.gt(1.5f), (Array a) -> Lax.psum(a, "i"), (Array a) -> Lax.pmean(a, "i"), x));
    assertThat(branched.apply(X).toFloats()).containsExactly(2, 6, 6);
  }

  @Test
  void gradients_go_through_loops_that_hold_collectives() {
    ArrayFn function =
        x ->
            over(
                    "i",
                    y ->
                        scan(
                                (Array c, Array row) ->
                                    new Carry<>(Lax.psum(c.mul(c), "i").mul(row), c),
                                y,
                                vector(1, .5f))
                            .carry())
                .apply(x)
                .sum();
    // The sum of squares s goes to 3 (s/1)^2 / 2 in each of three lanes; with s = 14 and ds = 2 x.
    var expected = new float[] {9 * 14 * 2, 9 * 14 * 4, 9 * 14 * 6};
    assertThat(grad(function).apply(X).toFloats()).containsExactly(expected);
    assertThat(jit(grad(function)).apply(X).toFloats()).containsExactly(expected);
  }

  @Test
  void rules_of_users_may_meet_too() {
    var normalized =
        customJvp(
            (Array y) -> y.div(Lax.psum(y, "i")),
            (Array y, Array t) -> new Jvp<>(y.div(Lax.psum(y, "i")), Lax.psum(t, "i")));
    ArrayFn outside = x -> over("i", y -> normalized.apply(y)).apply(x).sum();

    assertThat(outside.apply(X).toFloats()).containsExactly(1);
    // Each lane's tangent is the sum of all, and each of three lanes returns it.
    assertThat(grad(outside).apply(X).toFloats()).containsExactly(3, 3, 3);
    assertThat(jit(grad(outside)).apply(X).toFloats()).containsExactly(3, 3, 3);
    assertThat(over("i", grad(y -> normalized.apply(y))).apply(X).toFloats())
        .containsExactly(3, 3, 3);
  }

  @Test
  void jaxprs_show_axis_and_size() {
    var text = over("i", x -> makeText(x)).apply(matrix(2, 1, 1, 2));
    assertThat(text.shape()).isEqualTo(Shape.of(2, 1));
  }

  private static Array makeText(Array x) {
    assertThat(makeJaxpr(y -> Lax.psum(y, "i"), x).toText())
        .isEqualTo(
            """
            { lambda ; a:f32[1]. let
                b:f32[1] = psum[axis=i:2] a
              in (b,) }\
            """);
    return x;
  }

  @Test
  void a_sum_needs_numbers() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() ->
            over("i", x -> Lax.psumScatter(x, "i"))
                .apply(TestArrays.of(DType.BOOL, Shape.of(2, 2), 1, 0, 1, 1)));
  }
}
