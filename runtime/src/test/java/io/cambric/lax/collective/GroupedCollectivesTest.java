package io.cambric.lax.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import org.junit.jupiter.api.Test;

/** Collectives in groups of lanes; values are those of jax.lax 0.10.2 with axis_index_groups. */
class GroupedCollectivesTest {

  private static final int[][] GROUPS = {{0, 2}, {3, 1}};
  private static final Array X = NdArray.of(Shape.of(4), 1, 2, 4, 8);

  private static Array mapped(Fn<Array, Array> f) {
    return Transforms.vmap(f).axisName("i").apply(X);
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
  void the_workers_of_pmap_meet_in_groups_too() {
    var f = Transforms.pmap((Array x) -> Lax.psum(x, "i", GROUPS)).axisName("i");

    assertThat(f.apply(X).toFloats()).containsExactly(5, 10, 5, 10);
  }

  @Test
  void the_derivative_stays_within_the_group() {
    var slope =
        Transforms.grad((Array x) ->
            Transforms.vmap((Array y) -> y.mul(Lax.psum(y, "i", GROUPS)))
                .axisName("i")
                .apply(x)
                .sum());

    assertThat(slope.apply(X).toFloats()).containsExactly(10, 20, 10, 20);
  }

  @Test
  void groups_that_lack_a_lane_or_differ_in_length_are_refused() {
    for (var groups :
        new int[][][] {{{0, 1}, {2}}, {{0, 1}}, {{0, 1}, {1, 2}}, {{0, 1}, {2, 4}}, {}}) {
      assertThatExceptionOfType(ShapeException.class)
          .isThrownBy(() -> mapped(x -> Lax.psum(x, "i", groups)))
          .withMessage(
              "psum over axis \"i\" needs groups of one length with each of its 4 lanes once, but got"
                  + " %s. Mend the groups.".formatted(java.util.Arrays.deepToString(groups)));
    }
  }

  @Test
  void topK_goes_along_any_axis() {
    var x = NdArray.of(Shape.of(3, 2), 1, 6, 3, 4, 5, 2);

    var both = Lax.topK(x, 2, 0);
    assertThat(both.get(0)).hasToString("f32[2,2] [[5.0, 6.0], [3.0, 4.0]]");
    assertThat(both.get(1)).hasToString("i32[2,2] [[2, 0], [1, 1]]");
    assertThat(Lax.topK(x, 1, -1).get(0)).hasToString("f32[3,1] [[6.0], [4.0], [5.0]]");
  }
}
