package io.cambric.lax.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.MissingRuleException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.testing.TestArrays;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Collectives in groups of lanes. The numbers are those of JAX 0.10.2 with axis_index_groups under
 * pmap; its vmap refuses groups.
 */
class GroupedCollectivesTest {

  private static final int[][] GROUPS = {{0, 2}, {3, 1}};
  private static final int[][] UNEVEN = {{0, 2, 3}, {1}};
  private static final Array X = NdArray.of(Shape.of(4), 1, 2, 4, 8);

  private static Array mapped(Fn<Array, Array> f) {
    return mapped(f, X);
  }

  private static Array mapped(Fn<Array, Array> f, Array lanes) {
    return Transforms.vmap(f).axisName("i").apply(lanes);
  }

  private static Array range(int... dims) {
    var shape = Shape.of(dims);
    return Lax.reshape(Numpy.arange(shape.size()).astype(DType.F32), shape);
  }

  /** {@return the gradient of the squares of all results, weighted by 1, 2, 3 ...} */
  private static Array gradient(Fn<Array, Array> f, Array lanes) {
    return Transforms.grad(
            (Array x) -> {
              var y = mapped(f, x);
              return y.mul(y).mul(range(y.shape().toArray()).add(1)).sum();
            })
        .apply(lanes);
  }

  @Test
  void lanes_meet_within_their_group() {
    assertThat(mapped(x -> Lax.psum(x, "i", GROUPS)).toFloats()).containsExactly(5, 10, 5, 10);
    assertThat(mapped(x -> Lax.pmean(x, "i", GROUPS)).toFloats()).containsExactly(2.5f, 5, 2.5f, 5);
    assertThat(mapped(x -> Lax.pmax(x, "i", GROUPS)).toFloats()).containsExactly(4, 8, 4, 8);
    assertThat(mapped(x -> Lax.pmin(x, "i", GROUPS)).toFloats()).containsExactly(1, 2, 1, 2);
    assertThat(mapped(x -> Lax.allGather(x, "i", GROUPS)).toFloats())
        .containsExactly(1, 4, 8, 2, 1, 4, 8, 2);
  }

  @Test
  void groups_of_sums_and_extrema_may_differ_in_length() {
    assertThat(mapped(x -> Lax.psum(x, "i", UNEVEN)).toFloats()).containsExactly(13, 2, 13, 13);
    assertThat(mapped(x -> Lax.pmax(x, "i", UNEVEN)).toFloats()).containsExactly(8, 2, 8, 8);
    assertThat(mapped(x -> Lax.pmin(x, "i", UNEVEN)).toFloats()).containsExactly(1, 2, 1, 1);
  }

  @Test
  void equal_operands_count_once_for_each_lane_of_a_group() {
    assertThat(mapped(x -> x.mul(Lax.psum(TestArrays.scalar(1), "i", GROUPS))).toFloats())
        .containsExactly(2, 4, 8, 16);
  }

  @Test
  void trees_are_reduced_array_by_array() {
    var sums =
        Transforms.vmap((Array x) -> Lax.psum(Map.of("a", x, "b", x.mul(x)), "i", GROUPS))
            .axisName("i")
            .apply(X);
    assertThat(sums.get("a").toFloats()).containsExactly(5, 10, 5, 10);
    assertThat(sums.get("b").toFloats()).containsExactly(17, 68, 17, 68);
    Fn<Array, List<Array>> others =
        x -> Lax.pmean(Lax.pmax(Lax.pmin(List.of(x), "i", GROUPS), "i", GROUPS), "i", GROUPS);
    assertThat(Transforms.vmap(others).axisName("i").apply(X).getFirst().toFloats())
        .containsExactly(1, 2, 1, 2);
  }

  @Test
  void a_group_gathers_along_any_axis() {
    var along = mapped(x -> Lax.allGather(x, "i", 1, false, GROUPS), range(4, 2, 3));
    assertThat(along.shape()).isEqualTo(Shape.of(4, 2, 2, 3));
    assertThat(Arrays.copyOfRange(along.toFloats(), 12, 24))
        .containsExactly(18, 19, 20, 6, 7, 8, 21, 22, 23, 9, 10, 11);
    var tiled = mapped(x -> Lax.allGather(x, "i", 1, true, GROUPS), range(4, 2, 3));
    assertThat(tiled.shape()).isEqualTo(Shape.of(4, 2, 6));
    assertThat(tiled.toFloats()).containsExactly(along.toFloats());
  }

  @Test
  void the_sum_of_a_group_is_scattered_over_its_lanes() {
    var rows = mapped(x -> Lax.psumScatter(x, "i", GROUPS), range(4, 2, 3));
    assertThat(rows.shape()).isEqualTo(Shape.of(4, 3));
    assertThat(rows.toFloats()).containsExactly(12, 14, 16, 30, 32, 34, 18, 20, 22, 24, 26, 28);
    var tiles = mapped(x -> Lax.psumScatter(x, "i", 1, true, GROUPS), range(4, 2, 4));
    assertThat(tiles.shape()).isEqualTo(Shape.of(4, 2, 2));
    assertThat(tiles.toFloats())
        .containsExactly(16, 18, 24, 26, 36, 38, 44, 46, 20, 22, 28, 30, 32, 34, 40, 42);
  }

  @Test
  void the_lanes_of_a_group_exchange_parts() {
    var parts = mapped(x -> Lax.allToAll(x, "i", 0, 1, GROUPS), range(4, 2, 3));
    assertThat(parts.shape()).isEqualTo(Shape.of(4, 3, 2));
    assertThat(parts.toFloats())
        .containsExactly(
            0, 12, 1, 13, 2, 14, 21, 9, 22, 10, 23, 11, 3, 15, 4, 16, 5, 17, 18, 6, 19, 7, 20, 8);
    var tiles = mapped(x -> Lax.allToAll(x, "i", 1, 0, true, GROUPS), range(4, 2, 4));
    assertThat(tiles.shape()).isEqualTo(Shape.of(4, 4, 2));
    assertThat(tiles.toFloats())
        .containsExactly(
            0, 1, 4, 5, 16, 17, 20, 21, 26, 27, 30, 31, 10, 11, 14, 15, 2, 3, 6, 7, 18, 19, 22, 23,
            24, 25, 28, 29, 8, 9, 12, 13);
    assertThat(mapped(x -> Lax.pswapaxes(x, "i", 0, GROUPS), range(4, 2, 3)).toFloats())
        .containsExactly(
            0, 1, 2, 12, 13, 14, 21, 22, 23, 9, 10, 11, 3, 4, 5, 15, 16, 17, 18, 19, 20, 6, 7, 8);
  }

  @Test
  void the_workers_of_pmap_meet_in_groups_too() {
    var sum = Transforms.pmap((Array x) -> Lax.psum(x, "i", GROUPS)).axisName("i");
    assertThat(sum.apply(X).toFloats()).containsExactly(5, 10, 5, 10);
    var scatter = Transforms.pmap((Array x) -> Lax.psumScatter(x, "i", GROUPS)).axisName("i");
    assertThat(scatter.apply(range(4, 2, 3)).toFloats())
        .containsExactly(12, 14, 16, 30, 32, 34, 18, 20, 22, 24, 26, 28);
  }

  @Test
  void the_derivative_stays_within_the_group() {
    assertThat(gradient(x -> Lax.psum(x, "i", GROUPS), X).toFloats())
        .containsExactly(40, 120, 40, 120);
    assertThat(gradient(x -> Lax.pmean(x, "i", GROUPS), X).toFloats())
        .containsExactly(10, 30, 10, 30);
    assertThat(gradient(x -> Lax.allGather(x, "i", 1, true, GROUPS), range(4, 2, 3)).toFloats())
        .containsExactly(
            0, 56, 120, 228, 320, 420, 672, 812, 960, 1224, 1400, 1584, 768, 884, 1008, 1320, 1472,
            1632, 1800, 1976, 2160, 2604, 2816, 3036);
    assertThat(gradient(x -> Lax.psumScatter(x, "i", GROUPS), range(4, 2, 3)).toFloats())
        .containsExactly(
            24, 56, 96, 252, 320, 396, 480, 572, 672, 240, 320, 408, 24, 56, 96, 252, 320, 396, 480,
            572, 672, 240, 320, 408);
  }

  @Test
  void extrema_of_groups_have_no_derivative_as_in_jax() {
    assertThatExceptionOfType(MissingRuleException.class)
        .isThrownBy(() -> gradient(x -> Lax.pmax(x, "i", GROUPS), X))
        .withMessage(
            "No jvp rule for primitive \"pmax\", which forward or reverse differentiation "
                + "reached. Apply stopGradient to its operand, or reduce an allGather.");
  }

  @Test
  void an_equation_shows_the_groups() {
    var jaxpr =
        Transforms.makeJaxpr(
            Transforms.pmap((Array x) -> Lax.psumScatter(x, "i", GROUPS)).axisName("i")::apply,
            range(4, 2, 3));

    assertThat(jaxpr.toString().replaceAll("\\s+", " "))
        .contains("reduce_scatter[ axis=i:2 dimension=0 axis_index_groups=((0, 2), (3, 1)) ]");
    assertThat(new LaneGroups(List.of(Axes.of(0)))).hasToString("((0,),)");
  }

  @Test
  void groups_without_each_lane_once_are_refused() {
    for (var groups :
        new int[][][] {{{0, 1}, {2}}, {{0, 1}}, {{0, 1}, {1, 2}}, {{0, 1}, {2, 4}}, {}}) {
      assertThatExceptionOfType(ShapeException.class)
          .isThrownBy(() -> mapped(x -> Lax.psum(x, "i", groups)))
          .withMessage(
              "psum over axis i:4 needs groups that contain each of its 4 lanes once, but got "
                  + "%s. Correct the groups.".formatted(Arrays.deepToString(groups)));
    }
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> mapped(x -> Lax.psum(x, "i", new int[][] {{0, 1, 2, 3}, {}})))
        .withMessageContaining("but got [[0, 1, 2, 3], []].");
  }

  @Test
  void groups_that_differ_in_length_are_refused_where_the_result_depends_on_it() {
    for (var each :
        Map.<String, Fn<Array, Array>>of(
                "pmean", x -> Lax.pmean(x, "i", UNEVEN),
                "all_gather", x -> Lax.allGather(x, "i", UNEVEN),
                "psum_scatter", x -> Lax.psumScatter(x, "i", 0, true, UNEVEN),
                "all_to_all", x -> Lax.allToAll(x, "i", 0, 0, UNEVEN))
            .entrySet()) {
      assertThatExceptionOfType(ShapeException.class)
          .isThrownBy(() -> mapped(each.getValue(), range(4, 3)))
          .withMessage(
              "%s over axis i:4 needs groups of equal length, but got [[0, 2, 3], [1]]. Correct the groups."
                  .formatted(each.getKey()));
    }
  }

  @Test
  void an_operand_needs_a_part_for_each_lane_of_a_group() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> mapped(x -> Lax.psumScatter(x, "i", GROUPS), range(4, 3)))
        .withMessage(
            "In psumScatter: reduce_scatter over axis i:2 needs an operand with one part "
                + "for each lane along axis 0, but got f32[3]. Reshape it, or use tiled to split "
                + "the axis.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> mapped(x -> Lax.allToAll(x, "i", 0, 0, true, GROUPS), range(4, 3)))
        .withMessage(
            "all_to_all over axis i:2 needs an operand that splits into as many parts along "
                + "axis 0, but got f32[3]. Pad it.");
  }
}
